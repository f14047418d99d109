import TrackModel

/// The values of one line of a text format. What is wrong with them is thrown as a `Finding` of that line.
struct TextRow {
    /// From 1.
    let line: Int
    let values: [ArraySlice<UInt8>]

    func text(_ index: Int) -> String { String(decoding: values[index], as: UTF8.self) }

    func number(_ index: Int, _ name: String) throws(Finding) -> Double {
        guard let number = NumberText.double(values[index]) else {
            throw fault("\(name) is \"\(text(index))\", which is not a number")
        }
        return number
    }

    func integer(_ index: Int, _ name: String) throws(Finding) -> Int {
        guard let number = NumberText.integer(values[index]) else {
            throw fault("\(name) is \"\(text(index))\", which is not a whole number")
        }
        return number
    }

    /// 0 or 1.
    func flag(_ index: Int, _ name: String) throws(Finding) -> Bool {
        switch text(index) {
        case "0": false
        case "1": true
        default: throw fault("\(name) is \"\(text(index))\", and it must be 0 or 1")
        }
    }

    func fault(_ reason: String) -> Finding { Finding(line: line, reason) }
}

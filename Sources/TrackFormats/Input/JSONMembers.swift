internal import Foundation

/// The members of a JSON object, read so that a fault is told where it lies.
///
/// A member that is null is at fault like any other value of the wrong kind: programs that cannot compute a number write
/// null for it, and its default would hide that. Numbers come by way of these functions, because `decode` forgets where a
/// number stands that is too large or not whole.
extension KeyedDecodingContainer {
    /// What `read` makes of the member, or nil when there is no such member.
    func ifPresent<Value>(_ key: Key, _ read: (Key) throws -> Value) throws -> Value? {
        contains(key) ? try read(key) : nil
    }

    func number(_ key: Key) throws -> Double {
        do {
            return try decode(Double.self, forKey: key)
        } catch let error as DecodingError {
            throw error
        } catch {
            throw fault(key, "is not a number that a program can hold")
        }
    }

    /// A whole number, also when it is written as 12.0, as array tools do.
    func wholeNumber(_ key: Key) throws -> Int {
        if let number = try? decode(Int.self, forKey: key) {
            return number
        }
        throw fault(key, "is \(try number(key)), which is not a whole number")
    }

    /// The number of a track, from 1.
    func track(_ key: Key) throws -> Int {
        let track = try wholeNumber(key)
        guard track > 0 else { throw fault(key, "is \(track), and tracks are counted from 1") }
        return track
    }

    /// What is wrong with the member, to be said after where it is: "is -1, and tracks are counted from 1".
    func fault(_ key: Key, _ reason: String) -> JSONFault {
        JSONFault(path: codingPath + [key], reason: reason)
    }

    /// The object is something else than a document of tracks.
    func foreign(without member: String) -> JSONFault {
        JSONFault(path: codingPath, reason: "is none of tracks: it has no \(member)")
    }
}

/// What is wrong with a value of which only its reader knows what it should be.
struct JSONFault: Error {
    let path: [any CodingKey]
    let reason: String
}

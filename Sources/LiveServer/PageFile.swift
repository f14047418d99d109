/// A file of the page, which is part of the program.
struct PageFile {
    let type: String
    let bytes: [UInt8]

    /// The file at a path; nil when there is none.
    static func named(_ path: String) -> PageFile? {
        switch path {
        case "/": PageFile(type: "text/html; charset=utf-8", bytes: PackageResources.live_html)
        case "/live.css": PageFile(type: "text/css; charset=utf-8", bytes: PackageResources.live_css)
        case "/live.js": PageFile(type: "text/javascript; charset=utf-8", bytes: PackageResources.live_js)
        case "/view.js": PageFile(type: "text/javascript; charset=utf-8", bytes: PackageResources.view_js)
        case "/icon.svg": PageFile(type: "image/svg+xml", bytes: PackageResources.icon_svg)
        default: nil
        }
    }
}

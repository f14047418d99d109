@main
struct Tracklet {
    static func main() {
        print("tracklet 0.1.0")
    }
}

public import TrackModel

/// People, each with what their pictures look like to one model.
public struct Gallery: Sendable {
    public struct Person: Sendable {
        public let name: String
        /// One for each picture, at least one.
        public let pictures: [AppearanceDescription]

        public init(name: String, pictures: [AppearanceDescription]) {
            precondition(!pictures.isEmpty, "a person without a picture is nobody")
            self.name = name
            self.pictures = pictures
        }
    }

    public let people: [Person]

    public init(people: [Person]) {
        self.people = people
    }

    /// For each person the distance of their nearest picture.
    func distances(to description: AppearanceDescription, by model: any AppearanceModel) throws -> [Double] {
        try people.map { person in
            try person.pictures.reduce(.infinity) { try min($0, model.distance($1, description)) }
        }
    }
}

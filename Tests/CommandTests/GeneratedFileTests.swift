import Glibc
import TestSupport
import Testing
import windsock

struct GeneratedFileTests {
    /// The root of the repository, from where this file is.
    private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

    @Test(arguments: GeneratedFile.allCases)
    func `a generated file is in step with its table`(_ file: GeneratedFile) throws {
        #expect(
            TextFile.read(GeneratedFileTests.root + "/" + file.path) == file.text,
            "windsock __page \(file.rawValue) > \(file.path)")
    }

    @Test func `pages fit the terminal`() {
        for width in [60, 80] {
            for verb in Verbs.all where !verb.name.hasPrefix("_") {
                for line in HelpPage.page(verb, width: width).split(separator: "\n")
                where !line.hasPrefix("  windsock") {
                    #expect(DisplayWidth.of(line) <= width, "\(line)")
                }
            }
            for line in HelpPage.overview(Verbs.all, width: width).split(separator: "\n") {
                #expect(DisplayWidth.of(line) <= width, "\(line)")
            }
        }
    }

    @Test func `every key of the configuration stands in the file with its default`() {
        for section in ConfigurationTable.sections {
            #expect(ConfigurationTable.file.contains("\n[\(section.name)]\n"))
            for key in section.keys { #expect(ConfigurationTable.file.contains("\n#\(key.name) = ")) }
        }
    }
}

// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built the same way: language mode 6, warnings are errors, and the
/// upcoming features that make imports and existentials explicit.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A room: a library target.
///
/// Imports go one way: C… ← EventLoop ← Transfer ← Probes; Core ← all; scripts/lint checks it.
func room(
    _ name: String, _ dependencies: [Target.Dependency] = [], linking: [LinkerSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: linking)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], excluding excluded: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"],
        path: "Tests/\(name)", exclude: excluded, swiftSettings: settings)
}

/// How the command is linked: it is started far more often than it works long, and half of its time is spent before its
/// first line.
///
/// - lld, which is part of the toolchain, packs the 28,000 relative relocations into 6 kB (DT_RELR, glibc 2.36); gold,
///   Swift's default, cannot, and GNU ld leaves out RELRO.
/// - Not in debug builds: a test bundle with a sanitizer would have two unwinders, and abort at its end.
/// - libstdc++ and libgcc are the Swift runtime's own needs: linked statically, no symbol of theirs is looked up at the
///   start. `make build` lays the archive into the directory named here; without it the shared library is taken.
let quickStart: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            "-L", "\(Context.packageDirectory)/.build/static", "-Xclang-linker", "-static-libgcc",
        ], .when(configuration: .release))
]

let package = Package(
    name: "windsock",
    products: [
        .executable(name: "windsockd", targets: ["windsockd"]),
        .executable(name: "windsock", targets: ["windsock"]),
        .executable(name: "windsock-simulator", targets: ["Simulator"]),
    ],
    targets: [
        // Foreign interfaces, fenced: module maps and shims only.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .target(name: "CLinux"),

        // The rooms.
        room("Core", linking: [.linkedLibrary("m")]),
        room("EventLoop", ["CLinux", "Core"]),
        room("Transfer", ["CCurl", "CLinux", "EventLoop", "Core"]),
        room("Probes", ["CLinux", "Transfer", "EventLoop", "Core"]),
        room("OpenWeatherMap", ["Core"]),
        room("Store", ["CSQLite", "EventLoop", "Core"]),
        room("Control", ["EventLoop", "Core"]),
        room(
            "Agent",
            ["Core", "EventLoop", "Transfer", "Probes", "OpenWeatherMap", "Store", "Control"]),

        // The programs.
        .executableTarget(name: "windsockd", dependencies: ["Agent"], swiftSettings: settings),
        .executableTarget(
            name: "windsock", dependencies: ["Control", "Store", "Core"], swiftSettings: settings,
            linkerSettings: quickStart),
        .executableTarget(
            name: "Simulator", dependencies: ["CMicroHTTPD", "EventLoop", "Core"], swiftSettings: settings),

        // The proofs.
        .target(
            name: "TestSupport", dependencies: ["Core", "EventLoop"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .target(
            name: "DaemonSupport", dependencies: ["TestSupport", "Control", "Store", "EventLoop", "Core"],
            path: "Tests/DaemonSupport", swiftSettings: settings),
        tests("CoreTests", ["Core"]),
        tests("EventLoopTests", ["EventLoop", "Core"]),
        tests("TransferTests", ["Transfer", "EventLoop", "Core"]),
        tests("ProbesTests", ["CLinux", "Probes", "Transfer", "EventLoop", "Core"]),
        tests("OpenWeatherMapTests", ["OpenWeatherMap", "Core"]),
        tests("StoreTests", ["Store", "Core"]),
        tests("ControlTests", ["Control", "EventLoop", "Core"]),
        tests("CommandTests", ["windsock", "Control", "Store", "EventLoop", "Core"]),
        tests(
            "AgentTests", ["Agent", "OpenWeatherMap", "Store", "Control", "Transfer", "EventLoop", "Core"]),
        tests("SimulatorTests", ["Core"]),
        tests("Simulation", ["Core"]),
        tests(
            "Fuzz",
            [
                "CCurl", "CLinux", "Agent", "Control", "Store", "Probes", "Transfer", "OpenWeatherMap",
                "windsock",
                "EventLoop", "Core",
            ]),
        tests("EndToEnd", ["CLinux", "DaemonSupport", "Control", "Store", "EventLoop", "Core"]),
        tests(
            "Survival", ["DaemonSupport", "Control", "Store", "EventLoop", "Core"], excluding: ["faults.c"]),
        tests("SystemdTests", ["EventLoop", "Core"]),
    ]
)

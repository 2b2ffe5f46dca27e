import Glibc

/// Writes a text to a descriptor as one write(2), so that a reader gets whole lines.
nonisolated func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
}

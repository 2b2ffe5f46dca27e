/// A body that is made while it is sent: some bytes, then blanks.
///
/// Used by the connection's thread alone.
final class BodyStream {
    /// False: the connection breaks behind the last byte.
    let endsWell: Bool
    private var bytes: ArraySlice<UInt8>
    private var blanks: Int

    init(_ bytes: [UInt8], blanks: Int = 0, endsWell: Bool) {
        self.bytes = bytes[...]
        self.blanks = max(0, blanks)
        self.endsWell = endsWell
    }

    /// Writes the next bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard bytes.isEmpty else {
            let piece = bytes.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            bytes = bytes.dropFirst(piece.count)
            return piece.count
        }
        let count = min(blanks, buffer.count)
        UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).copyBytes(
            from: repeatElement(UInt8(ascii: " "), count: count))
        blanks -= count
        return count
    }
}

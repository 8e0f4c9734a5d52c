/** Kind and dimensions of a picture, read from its bytes. */
export interface PictureInfo {
  type: PictureType
  width: number
  height: number
}

export type PictureType = 'png' | 'jpg' | 'gif'

export const contentTypes: Record<PictureType, string> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' }

/**
 * Returns the kind and dimensions of a picture by its content, whatever its name or declared type says; null where it
 * is none of the three kinds.
 */
export function pictureInfoOf(bytes: Buffer): PictureInfo | null {
  for (const [type, read] of readers) {
    const size = read(bytes)
    if (size) return { type, ...size }
  }
  return null
}

type Size = { width: number; height: number } | null

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Reads the signature, then the IHDR chunk, which has length 13 and begins with width and height. */
function png(bytes: Buffer): Size {
  if (
    bytes.length < 33 ||
    !bytes.subarray(0, 8).equals(PNG) ||
    bytes.readUInt32BE(8) !== 13 ||
    bytes.toString('latin1', 12, 16) !== 'IHDR'
  )
    return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): Size {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** Walks the segments from marker to marker, up to a frame header (SOF), which has the size. */
function jpg(bytes: Buffer): Size {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (FRAME_MARKERS.has(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else {
      const length = bytes.readUInt16BE(at + 2)
      // The picture's data, or its end, without a frame header before.
      if (marker === 0xda || marker === 0xd9 || length < 2) return null
      at += 2 + length
    }
  }
  return null
}

/** C0 to CF, except C4 (Huffman tables), C8 (reserved) and CC (arithmetic coding). */
const FRAME_MARKERS: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])

const readers: readonly (readonly [PictureType, (bytes: Buffer) => Size])[] = [
  ['png', png],
  ['jpg', jpg],
  ['gif', gif],
]

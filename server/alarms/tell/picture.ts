import type { Attachment } from '../../send/email.ts'
import { createUploads } from '../../upload/store.ts'

/** A picture that somebody sends along, of a mail (alarmsendlog.message). */
export interface SentPicture {
  /** What it is called, in the reader's language. */
  label: string
  /** As UploadImg answered it: `/upload/…`. */
  path: string
}

/** The picture itself, for a mail to carry; null where it is there no more. */
export async function attachedPicture(dataDir: string, { label, path }: SentPicture): Promise<Attachment | null> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found = await createUploads(dataDir).find(name)
  return (
    found && {
      filename: `${label}${name.slice(name.lastIndexOf('.'))}`,
      content: found.bytes,
      contentType: found.contentType,
    }
  )
}

import type { Attachment } from '../../send/email.ts'
import { createUploads } from '../../upload/store.ts'

/** A picture that a user sends along with a mail (alarmsendlog.message). */
export interface SentPicture {
  /** Its name, in the reader's language. */
  label: string
  /** As UploadImg answered it: `/upload/…`. */
  path: string
}

/** Returns the picture as an attachment of a mail; null where the file does not exist any more. */
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

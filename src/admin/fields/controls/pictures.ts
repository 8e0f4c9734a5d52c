/** What a picture may be (spec 2 §9; wire.md, UploadImg). */
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif']
const PICTURE_MEGABYTES = 5

/** What is wrong with a file before it is sent, as a message key with its arguments; null where nothing is. The server looks at its bytes again. */
export function pictureProblem({
  type,
  size,
}: Pick<File, 'type' | 'size'>): { key: string; args?: Record<string, number> } | null {
  if (!PICTURE_TYPES.includes(type)) return { key: 'error.upload.type' }
  if (size > PICTURE_MEGABYTES * 1024 * 1024)
    return { key: 'error.upload.tooLarge', args: { megabytes: PICTURE_MEGABYTES } }
  return null
}

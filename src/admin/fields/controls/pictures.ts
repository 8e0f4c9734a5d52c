/** Picture types that are accepted (spec 2 §9; wire.md, UploadImg). */
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif']
const PICTURE_MEGABYTES = 5

/**
 * Returns the problem of a file before it is sent, as a message key with its arguments; null where it is acceptable.
 * The server checks the file's bytes again.
 */
export function pictureProblem({
  type,
  size,
}: Pick<File, 'type' | 'size'>): { key: string; args?: Record<string, number> } | null {
  if (!PICTURE_TYPES.includes(type)) return { key: 'error.upload.type' }
  if (size > PICTURE_MEGABYTES * 1024 * 1024)
    return { key: 'error.upload.tooLarge', args: { megabytes: PICTURE_MEGABYTES } }
  return null
}

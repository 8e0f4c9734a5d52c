import type { Problem } from '../../../resources/kit/rules.ts'
import { ApiError } from '../../errors.ts'
import { send } from '../../north/send.ts'
import type { Settings } from '../../settings.ts'
import { pictureInfoOf } from '../../upload/picture.ts'
import { MAX_SIDE_PIXELS, plainPicture } from '../../upload/plain.ts'
import { createUploads } from '../../upload/store.ts'

const MAX_MEGABYTES = 5
const ANSWER_TIMEOUT_MS = 5000
/** Longest side of a stored picture, pixels: enough to see what happens, small enough to keep one with each alarm. */
const KEPT_SIDE_PIXELS = 1280

/** The picture a camera shows now, as it is stored (`/upload/…`), or the reason why there is none. */
export type StillResult = { picture: string } | { reason: Problem }

/**
 * Asks a snapshot address for one picture and stores it. As for every address in a record, private addresses are asked
 * only where the platform may reach them. Throws where the picture cannot be stored.
 */
export async function takeStill(
  { dataDir, northAllowPrivate: allowPrivate }: Pick<Settings, 'dataDir' | 'northAllowPrivate'>,
  url: string,
  signal: AbortSignal,
): Promise<StillResult> {
  const takes = MAX_MEGABYTES * 1024 * 1024
  const asked = { url, body: null, type: null, takes, allowPrivate, timeout: ANSWER_TIMEOUT_MS, signal }
  const { ok, key, args, bytes } = await send(asked)
  if (!ok) return { reason: { key, args } }
  if (!bytes) return { reason: { key: 'error.still.tooLarge', args: { megabytes: MAX_MEGABYTES } } }
  const info = pictureInfoOf(bytes)
  if (!info || ![info.width, info.height].every((side) => side >= 1 && side <= MAX_SIDE_PIXELS)) return { reason: NONE }
  try {
    const plain = await plainPicture(bytes, info.type, KEPT_SIDE_PIXELS)
    return { picture: `/upload/${await createUploads(dataDir).save(info.type, plain)}` }
  } catch (error) {
    if (error instanceof ApiError) return { reason: NONE }
    throw error
  }
}

const NONE: Problem = { key: 'error.still.none' }

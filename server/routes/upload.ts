import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allResources } from '../../resources/index.ts'
import { mayOpen, mayUse } from '../../resources/kit/access.ts'
import type { Field } from '../../resources/kit/define.ts'
import { DAY, MINUTE } from '../../resources/kit/zone.ts'
import { alarmRecordResource } from '../alarms/record.ts'
import { ApiError, forbidden } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { sharedLimiter } from '../http/limiter.ts'
import type { Platform, SignedIn } from '../platform.ts'
import { pictureInfoOf } from '../upload/picture.ts'
import { MAX_SIDE_PIXELS, plainPicture } from '../upload/plain.ts'
import { createUploads } from '../upload/store.ts'
import { callSchema } from '../openapi/call.ts'

const MEGABYTES = 5
const MAX_BYTES = MEGABYTES * 1024 * 1024

/** Registers POST UploadImg (wire.md, Management) and GET /upload/{file}. */
export async function uploadRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const uploads = createUploads(platform.settings.dataDir)
  const perUser = sharedLimiter(platform.storage, 'upload', { max: 60, window: 10 * MINUTE })
  // Files are kept: the daily limit keeps one user from filling the disk.
  const perDay = sharedLimiter(platform.storage, 'upload day', { max: 300, window: DAY })
  await app.register(multipart, {
    limits: { fileSize: MAX_BYTES + 1, files: 1, fields: 10, fieldSize: 1000, parts: 12 },
  })

  app.post(
    '/v1/UploadImg',
    {
      schema: callSchema({
        group: 'files',
        label: ['上传图片', '上傳圖片', 'Upload a picture'],
        plain: 'application/json',
      }),
    },
    async (request) => {
      const signedIn = signedInOf(request)
      if (!mayUpload(signedIn, platform)) throw forbidden()
      for (const limiter of [perUser, perDay]) await limiter.take(String(signedIn.user.id))
      const bytes = await receive(request)
      const picture = pictureInfoOf(bytes)
      if (!picture) throw new ApiError(415, 'error.upload.type')
      if (![picture.width, picture.height].every((side) => side >= 1 && side <= MAX_SIDE_PIXELS))
        throw new ApiError(400, 'error.upload.dimensions', { pixels: MAX_SIDE_PIXELS })
      return {
        code: 200,
        result: { path: `/upload/${await uploads.save(picture.type, await plainPicture(bytes, picture.type))}` },
      }
    },
  )

  // Pictures are loaded by <img>, which sends no token; their names are 128 random bits.
  app.get<{ Params: { file: string } }>(
    '/upload/:file',
    {
      schema: callSchema({
        group: 'files',
        label: ['上传的图片', '上傳的圖片', 'An uploaded picture'],
        plain: 'image/*',
      }),
    },
    async (request, reply) => {
      const found = await uploads.find(request.params.file)
      if (!found) throw new ApiError(404, 'error.notFound')
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-disposition': 'inline',
          'content-security-policy': "default-src 'none'",
        })
        .type(found.contentType)
        .send(found.bytes)
    },
  )
}

/**
 * Returns the file of the form.
 * @throws {ApiError} 400 where there is none, 413 where it is too large, 415 where the request is no form
 */
async function receive(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new ApiError(415, 'error.upload.missing')
  try {
    const file = await request.file()
    if (!file) throw new ApiError(400, 'error.upload.missing')
    const bytes = await file.toBuffer()
    // Checked by the bytes that arrived: the parser truncates a file at its limit, and does not always report it.
    if (bytes.length > MAX_BYTES) throw tooLarge()
    if (file.fieldname !== 'avatar' || bytes.length === 0) throw new ApiError(400, 'error.upload.missing')
    return bytes
  } catch (error) {
    if (error instanceof ApiError) throw error
    // Any other error of the parser is about the request.
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 400
    throw status === 413 ? tooLarge() : new ApiError(400, 'error.upload.missing')
  }
}

const tooLarge = (): ApiError => new ApiError(413, 'error.upload.tooLarge', { megabytes: MEGABYTES })

/** Whether the caller may create or edit a record with a picture, or comment on alarms. */
const mayUpload = (signedIn: SignedIn, { hookOf }: Pick<Platform, 'hookOf'>): boolean =>
  mayOpen(signedIn.caller, alarmRecordResource.menuKey) ||
  allResources.some(
    (resource) =>
      Object.values<Field>(resource.fields).some(isPicture) &&
      (mayUse(signedIn.caller, resource, 'create') ||
        mayUse(signedIn.caller, resource, 'edit') ||
        (hookOf(resource).ownFields?.(signedIn, signedIn.user.project_id ?? 0) ?? []).length > 0),
  )

const isPicture = (field: Field): boolean => field.type === 'image' || field.rules?.includes('media') === true

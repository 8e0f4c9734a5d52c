import type { FastifyInstance } from 'fastify'
import { resourceOf } from '../../resources/index.ts'
import { video } from '../../resources/video.ts'
import { visibleRows } from '../crud/visible.ts'
import { signedInOf } from '../http/auth.ts'
import { recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { areasOf } from '../http/scope.ts'
import type { Platform } from '../platform.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/** Registers GET godbVideoshowByDistrictId/{id}: the videos of an area and those below it that the caller may see. */
export async function videoRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const videos = resourceOf(video.path)
  app.get<{ Params: { id: string } }>(
    '/v1/godbVideoshowByDistrictId/:id',
    {
      schema: callSchema({
        group: 'manage',
        label: ['区域的视频', '區域的影像', 'Videos of an area'],
        answer: s.listOf(
          s.record({
            id: s.INT,
            video_name: s.TEXT,
            video_url: s.TEXT,
            video_type: s.INT,
            district_id: s.INT,
            positional: s.maybe(s.TEXT),
          }),
        ),
      }),
      config: { reads: 'videos' },
    },
    async (request) => {
      const { caller } = signedInOf(request)
      const areas = [...areasOf(platform, request, recordId(request.params.id))]
      const rows = await visibleRows(platform, videos, caller, (query) => query.where('district_id', 'in', areas))
      return ok(
        rows.map(({ id, video_name, video_url, video_type, district_id, positional }) => ({
          id,
          video_name,
          video_url,
          video_type,
          district_id,
          positional,
        })),
      )
    },
  )
}

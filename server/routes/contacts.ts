import type { FastifyInstance } from 'fastify'
import { contact } from '../../resources/contact.ts'
import { resourceOf } from '../../resources/index.ts'
import { mayUse, type Caller } from '../../resources/kit/access.ts'
import { escalation } from '../../resources/escalation.ts'
import { roster } from '../../resources/roster.ts'
import { threshold } from '../../resources/threshold.ts'
import { answerOf, entityOf } from '../crud/entity.ts'
import { visibleRows } from '../crud/visible.ts'
import { forbidden } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { Platform } from '../platform.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/**
 * Registers the contacts to choose from in a threshold's form: all that the caller may see, or those of one project
 * (spec 2 §7).
 */
export async function contactRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const contacts = entityOf(resourceOf(contact.path))
  const answers = (rows: Parameters<typeof answerOf>[2][]) => rows.map((row) => answerOf(platform, contacts, row))

  app.get(
    '/v1/godbAllAlarminfo',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['全部报警联系人', '全部警報聯絡人', 'All alarm contacts'],
        answer: s.listOf(s.schemaRef('alarminfo')),
      }),
    },
    async (request) => {
      const { caller } = signedInOf(request)
      checkRight(caller)
      return ok(answers(await visibleRows(platform, contacts.resource, caller)))
    },
  )

  app.get<{ Params: { id: string } }>(
    '/v1/godbAlarminfoByProId/:id',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['项目的报警联系人', '專案的警報聯絡人', 'Alarm contacts of a project'],
        answer: s.listOf(s.schemaRef('alarminfo')),
      }),
    },
    async (request) => {
      const { caller } = signedInOf(request)
      checkRight(caller)
      const project = recordId(request.params.id)
      return ok(
        answers(
          await visibleRows(platform, contacts.resource, caller, (query) => query.where('project_id', '=', project)),
        ),
      )
    },
  )
}

/**
 * Requires a screen that works with contacts: phone numbers and addresses are shown only to users of contacts,
 * thresholds, rosters and escalations.
 */
function checkRight(caller: Caller): void {
  if (![contact, threshold, roster, escalation].some((resource) => mayUse(caller, resourceOf(resource.path), 'list')))
    throw forbidden()
}

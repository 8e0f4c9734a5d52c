/**
 * Statuses for an anonymous caller, a user without any key, the administrator of another project, and the super
 * administrator.
 */
type Statuses = readonly [number, number, number, number]

const KEYED: Statuses = [401, 403, 200, 200]
const KEYED_RECORD: Statuses = [401, 403, 404, 200]

/**
 * The calls of alarm handling, with the status each role receives (accessCalls.test.ts), in an order in which each
 * action is possible.
 */
export const episodeCalls = (id: number): Record<string, { path?: string; body?: object; status: Statuses }> => ({
  'GET /v1/godbAlarmsendlogByThresholdlogId/:id': {
    path: `godbAlarmsendlogByThresholdlogId/${id}`,
    status: KEYED_RECORD,
  },
  'GET /v1/episodes': { status: KEYED },
  'GET /v1/episodes/count': { status: KEYED },
  'GET /v1/episodes/groups': { status: KEYED },
  'GET /v1/episodes/export': { status: KEYED },
  'GET /v1/episodes/groups/free': { path: 'episodes/groups/free?kind=urgent', status: KEYED },
  'POST /v1/episodes/assignees': { body: { ids: [id] }, status: KEYED_RECORD },
  'GET /v1/episodes/:id': { path: `episodes/${id}`, status: KEYED_RECORD },
  ...Object.fromEntries(
    (
      [
        ['reopen', {}],
        ['acknowledge', {}],
        ['assign', { user_id: null }],
        ['comment', { note: 'seen' }],
        ['snooze', { until: Date.now() + 3_600_000 }],
        ['close', { result: 'handled' }],
        ['undo', {}],
        ['split', {}],
        ['undo-switches', {}],
      ] as const
    ).map(([act, body]) => [
      `POST /v1/episodes/:id/${act}`,
      { path: `episodes/${id}/${act}`, body, status: KEYED_RECORD },
    ]),
  ),
  'GET /v1/episodes/:id/tell': { path: `episodes/${id}/tell`, status: KEYED_RECORD },
  // The body names no recipient.
  'POST /v1/episodes/:id/tell': { path: `episodes/${id}/tell`, body: {}, status: [401, 403, 404, 400] },
  'POST /v1/episodes/:id/undo-switches': { path: `episodes/${id}/undo-switches`, body: {}, status: KEYED_RECORD },
  'POST /v1/episodes/batch': { body: { ids: [id], action: 'comment', note: 'seen' }, status: KEYED },
})

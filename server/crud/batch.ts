import type { FastifyInstance, FastifySchema } from 'fastify'
import type { Transaction } from 'kysely'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import { isSuper, mayUse } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { isRecord } from '../../resources/kit/record.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { ApiError, badRequest, duplicate, forbidden, invalid } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf } from '../http/body.ts'
import { failure, ok } from '../http/envelope.ts'
import { languageOf } from '../language.ts'
import type { Platform, SignedIn } from '../platform.ts'
import type { Hook, PendingSave } from '../platform/hook.ts'
import { constraintOf } from '../storage/index.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import type { Entity } from './entity.ts'
import { rowFromInput } from './input.ts'
import { lockRecords } from './lock.ts'
import { logOperations } from './operations.ts'
import { referenceProblemsOf } from './references.ts'
import { takenProblems } from './taken.ts'
import { placeProblems } from './tree.ts'

/** Maximum number of rows per request. */
const ROWS_MAX = 1000
/** Rows per transaction. Other writes wait for as long as a transaction takes. */
const CHUNK_ROWS = 200
/**
 * Maximum total time for preparing the rows of one request, ms. It matters for rows of users, whose first passwords are
 * hashed. Proxies end a request after 60 s, and the passwords would be lost with its answer.
 */
const MAX_PREPARE_MS = 20_000
const BODY_LIMIT = 8 * 1024 * 1024

/** A created record: its id, and the values that are shown only once. */
interface Created {
  id: number
  once: Record<string, string>
}

/** A validated row, with its index in the request. */
interface Pending {
  index: number
  row: Row
  once: Record<string, string>
}

type Outcomes = Map<number, Created | ApiError>

/**
 * Registers POST {api}/batch (wire.md, Extensions), which creates up to 1,000 records. Each row gets its own result,
 * and a bad row does not stop the others.
 */
export function batchRoute(app: FastifyInstance, platform: Platform, entity: Entity, schema: FastifySchema): void {
  app.post(`/v1/${entity.resource.api}/batch`, { schema, bodyLimit: BODY_LIMIT }, async (request) => {
    const { rows } = bodyOf(request)
    if (!Array.isArray(rows)) throw badRequest()
    if (rows.length > ROWS_MAX) throw invalid({ rows: { key: 'error.rule.max', args: { max: ROWS_MAX } } })
    const outcomes = await createRecords(platform, signedInOf(request), entity, rows)
    const language = languageOf(request.headers['accept-language'])
    return ok(rows.map((_row, index) => answerOf(index, outcomes.get(index), language)))
  })
}

/**
 * Returns whether the user may create many records: with the right to import, where the definition has one, else with
 * the right to create.
 */
const mayCreateMany = ({ caller }: SignedIn, resource: Resource): boolean =>
  mayUse(caller, resource, resource.access.import === undefined ? 'create' : 'import')

async function createRecords(
  platform: Platform,
  signedIn: SignedIn,
  entity: Entity,
  bodies: readonly unknown[],
): Promise<Outcomes> {
  if (!mayCreateMany(signedIn, entity.resource)) throw forbidden()
  const outcomes: Outcomes = new Map()
  const hook = platform.hookOf(entity.resource)
  let preparing = 0
  for (let from = 0; from < bodies.length; from += CHUNK_ROWS) {
    const pending: Pending[] = []
    for (const [at, body] of bodies.slice(from, from + CHUNK_ROWS).entries()) {
      try {
        const saving = savingOf(platform, signedIn, entity, rowFromInput(entity, recordOf(body), null, signedIn.caller))
        if (preparing >= MAX_PREPARE_MS) throw new ApiError(429, 'error.tooMany', { seconds: 1 })
        const begun = performance.now()
        await hook.prepare?.(saving)
        preparing += performance.now() - begun
        pending.push({ index: from + at, row: saving.row, once: saving.once })
      } catch (error) {
        outcomes.set(from + at, refusalOf(error))
      }
    }
    const stored = await store(platform, signedIn, entity, pending)
    for (const [index, outcome] of stored) outcomes.set(index, outcome)
    await follow(platform, entity, stored)
  }
  return outcomes
}

/**
 * Stores rows in one transaction. Where the database still refuses them (a concurrent request was first), the rows are
 * bisected until the conflicting ones are isolated and all others stored.
 */
async function store(
  platform: Platform,
  signedIn: SignedIn,
  entity: Entity,
  pending: readonly Pending[],
): Promise<Outcomes> {
  if (pending.length === 0) return new Map()
  try {
    return await platform.storage.writeAny((trx) => storeIn(trx, platform, signedIn, entity, pending))
  } catch (error) {
    const refusal = refusalOf(uniqueProblem(entity, error) ?? error)
    const [first] = pending
    if (first && pending.length === 1) return new Map([[first.index, refusal]])
    const middle = Math.ceil(pending.length / 2)
    const before = await store(platform, signedIn, entity, pending.slice(0, middle))
    return new Map([...before, ...(await store(platform, signedIn, entity, pending.slice(middle)))])
  }
}

async function storeIn(
  trx: Transaction<AnyTables>,
  platform: Platform,
  signedIn: SignedIn,
  entity: Entity,
  pending: readonly Pending[],
): Promise<Outcomes> {
  const { resource } = entity
  const hook = platform.hookOf(resource)
  const outcomes: Outcomes = new Map()
  // Serialised, as on SQLite: two batches with the same codes in different order would deadlock.
  await lockRecords(trx, platform.storage.engine, entity, true)
  const checked = await withoutProblems(trx, platform, signedIn, entity, pending, outcomes)
  const created_at = Date.now()
  // A new copy for each attempt, without what a hook wrote into the row in a transaction that was rolled back.
  const savings = checked.map(({ index, row, once }) => ({
    ...savingOf(platform, signedIn, entity, { ...row, created_at, updated_at: created_at }),
    index,
    once: { ...once },
  }))
  // A hook that handles one record at a time may have to see the record before it.
  const groups = hook.beforeSave && !hook.beforeCreateMany ? savings.map((saving) => [saving]) : [savings]
  const made: (PendingSave & { id: number })[] = []
  for (const group of groups) {
    const good = await prepared(trx, hook, group, outcomes)
    if (good.length === 0) continue
    const inserted = await trx
      .insertInto(resource.table)
      .values(good.map(({ row }) => row))
      .returning('id')
      .execute()
    // Ids ascend in the order of the values, but the order of `returning` is not guaranteed.
    const ids = inserted.map(({ id }) => Number(id)).toSorted((a, b) => a - b)
    const stored = good.map((saving, at) => ({ ...saving, id: ids[at] ?? 0 }))
    if (hook.afterCreateMany) await hook.afterCreateMany(stored, trx)
    else for (const saving of stored) await hook.afterSave?.(saving, trx)
    for (const { index, id, once } of stored) outcomes.set(index, { id, once })
    made.push(...stored)
  }
  await logOperations(
    trx,
    made.map(({ id, row }) => ({ resource, type: 'create', id, old: null, row, userId: signedIn.caller.id })),
  )
  return outcomes
}

/**
 * Returns the rows whose references and unique values are valid. The problems of the others are added to the outcomes.
 */
async function withoutProblems(
  trx: Transaction<AnyTables>,
  platform: Platform,
  signedIn: SignedIn,
  entity: Entity,
  pending: readonly Pending[],
  outcomes: Outcomes,
): Promise<readonly Pending[]> {
  const { caller } = signedIn
  const rows = pending.map(({ row }) => row)
  const looked = new Set(entity.references.map(({ name }) => name))
  // A project id taken from the session needs no check.
  if (entity.project !== null && !isSuper(caller)) looked.delete(entity.project)
  const missing = await referenceProblemsOf(trx, entity, rows, looked, caller, platform.registry)
  for (const [at, row] of rows.entries())
    Object.assign(missing[at] ?? {}, await placeProblems(trx, entity, row, null, caller))
  const taken = await takenProblems(
    trx,
    entity,
    rows.map((row, at) => (Object.keys(missing[at] ?? {}).length > 0 ? null : row)),
  )
  const elsewhere = await platform.hookOf(entity.resource).taken?.(rows, signedIn, trx, platform.registry)
  for (const [at, problems] of taken.entries()) Object.assign(problems, elsewhere?.[at])
  return pending.filter(({ index }, at) => {
    if (Object.keys(missing[at] ?? {}).length > 0) outcomes.set(index, invalid(missing[at] ?? {}))
    else if (Object.keys(taken[at] ?? {}).length > 0) outcomes.set(index, duplicate(taken[at] ?? {}))
    return !outcomes.has(index)
  })
}

/**
 * Runs the entity's steps before its rows are written. Rows that a step refuses are left out and added to the outcomes.
 */
async function prepared<S extends PendingSave & { index: number }>(
  trx: Transaction<AnyTables>,
  hook: Hook,
  savings: readonly S[],
  outcomes: Outcomes,
): Promise<readonly S[]> {
  if (hook.beforeCreateMany) {
    await hook.beforeCreateMany(savings, trx)
    return savings
  }
  const good: S[] = []
  for (const saving of savings) {
    try {
      await hook.beforeSave?.(saving, trx)
      good.push(saving)
    } catch (error) {
      outcomes.set(saving.index, refusalOf(error))
    }
  }
  return good
}

/** Updates the state in memory after the commit, once for all rows. */
async function follow(platform: Platform, { resource }: Entity, outcomes: Outcomes): Promise<void> {
  const ids = [...outcomes.values()].flatMap((outcome) => (outcome instanceof ApiError ? [] : [outcome.id]))
  if (ids.length === 0) return
  const hook = platform.hookOf(resource)
  for (const id of ids) hook.afterCommit?.(platform, id)
  await platform.registry.changed(resource.table, ids)
}

function answerOf(index: number, outcome: Created | ApiError | undefined, language: Language): Values {
  if (outcome instanceof ApiError) {
    const { msg, data } = failure(outcome, language)
    // The row itself is valid: the client can send it again after this time.
    const wait = outcome.code === 429 && { retry_after: Number(outcome.args.seconds) }
    return { index, msg, ...(data as object | null), ...wait }
  }
  return outcome ? { index, id: outcome.id, ...outcome.once } : { index, msg: errorText(language, 'error.server') }
}

const savingOf = (platform: Platform, signedIn: SignedIn, { resource }: Entity, row: Row): PendingSave => ({
  platform,
  signedIn,
  resource,
  id: null,
  old: null,
  row,
  once: {},
})

function recordOf(body: unknown): Values {
  if (!isRecord(body)) throw badRequest()
  return body
}

/** Returns the refusal of one row. Rethrows any other error, because it concerns all rows. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

function uniqueProblem(entity: Entity, error: unknown): ApiError | null {
  const constraint = constraintOf(error)
  if (constraint?.kind !== 'unique') return null
  const field = constraint.columns.findLast((column) => entity.resource.fields[column]?.unique)
  return duplicate(field ? { [field]: { key: 'error.rule.unique' } } : {})
}

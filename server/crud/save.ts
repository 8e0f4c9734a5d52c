import type { Transaction } from 'kysely'
import { isSuper, mayUse, parseIds, type Caller } from '../../resources/kit/access.ts'
import type { Action } from '../../resources/kit/define.ts'
import type { Values } from '../../resources/kit/validate.ts'
import type { Language } from '../../i18n/types.ts'
import { ApiError, duplicate, forbidden, invalid, notFound } from '../errors.ts'
import type { Platform, SignedIn } from '../platform.ts'
import type { PendingSave } from '../platform/hook.ts'
import { throughDeadlocks } from '../storage/deadlock.ts'
import { constraintOf } from '../storage/index.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import { answerOf, type Entity } from './entity.ts'
import { rowFromInput } from './input.ts'
import { lockRecords } from './lock.ts'
import { logOperation } from './operations.ts'
import { referenceProblems } from './references.ts'
import { isInScope, scopeOf } from './scope.ts'
import { placeProblems } from './tree.ts'
import { moveDependents, usesInOtherProjects } from './uses.ts'

/**
 * Creates a record. Returns it in the form of an answer, with the values that are shown only once.
 *
 * @param beside writes what belongs to the record in the same transaction, given its id; if it throws, nothing is
 * written
 */
export async function createRecord(
  platform: Platform,
  signedIn: SignedIn,
  entity: Entity,
  body: Values,
  beside?: (trx: Transaction<AnyTables>, id: number) => Promise<void>,
): Promise<Values> {
  const { resource } = entity
  const hook = platform.hookOf(resource)
  if (!mayUse(signedIn.caller, resource, 'create')) throw forbidden()
  const row = rowFromInput(entity, body, null, signedIn.caller)
  const saving: PendingSave = { platform, signedIn, resource, id: null, old: null, row, once: {} }
  await hook.prepare?.(saving)
  const id = await platform.storage
    .writeAny(async (trx) => {
      await lockRecords(trx, platform.storage.engine, entity, false)
      await check(trx, entity, saving, signedIn.caller)
      row.created_at = row.updated_at = Date.now()
      const inserted = await trx.insertInto(resource.table).values(row).returning('id').executeTakeFirstOrThrow()
      const newId = Number(inserted.id)
      await hook.afterSave?.({ ...saving, id: newId }, trx)
      await logOperation(trx, { resource, type: 'create', id: newId, old: null, row, userId: signedIn.caller.id })
      await beside?.(trx, newId)
      return newId
    })
    .catch(rethrow(entity))
  await applyCommit(platform, entity, id)
  return { ...answerOf(platform, entity, { id, ...row }, undefined, signedIn.caller), ...saving.once }
}

interface UpdateOptions {
  /** The right that the caller needs. */
  action?: Action
  /**
   * The record's `updated_at` on which the change is based. If the record was changed since, it stays as it is and the
   * refusal contains it.
   */
  unchangedSince?: number | null
  language?: Language
}

/** Changes the sent fields of a record. Returns the whole record. */
export async function updateRecord(
  platform: Platform,
  signedIn: SignedIn,
  entity: Entity,
  id: number,
  body: Values,
  { action = 'edit', unchangedSince = null, language }: UpdateOptions = {},
): Promise<Values> {
  const { resource } = entity
  const hook = platform.hookOf(resource)
  const { caller } = signedIn
  const wanted = mayUse(caller, resource, action)
    ? body
    : ownPart(body, action === 'edit' ? hook.ownFields?.(signedIn, id) : undefined)
  const { row, changed } = await throughDeadlocks(() =>
    platform.storage.writeAny(async (trx) => {
      await lockRecords(trx, platform.storage.engine, entity, false)
      const old = await visibleRow(trx, platform, entity, id, caller, platform.storage.engine === 'postgres')
      if (unchangedSince !== null && Number(old.updated_at) !== unchangedSince)
        throw stale(answerOf(platform, entity, old, language, caller))
      const saving: PendingSave = {
        platform,
        signedIn,
        resource,
        id,
        old,
        row: rowFromInput(entity, wanted, old, caller),
        once: {},
      }
      await check(trx, entity, saving, caller)
      const changes = differences(saving.row, old)
      if (Object.keys(changes).length === 0) return { row: old, changed: false }
      // Strictly increasing, so that it can serve as the version of the optimistic lock.
      changes.updated_at = saving.row.updated_at = Math.max(Date.now(), Number(old.updated_at) + 1)
      await trx.updateTable(resource.table).set(changes).where('id', '=', id).execute()
      const project = entity.project === null ? undefined : changes[entity.project]
      if (project !== undefined) await moveDependents(trx, resource, id, project)
      await hook.afterSave?.({ ...saving, id }, trx)
      await logOperation(trx, { resource, type: 'edit', id, old, row: saving.row, userId: caller.id })
      return { row: saving.row, changed: true }
    }),
  ).catch(rethrow(entity))
  if (changed) await applyCommit(platform, entity, id)
  return answerOf(platform, entity, row, undefined, caller)
}

/**
 * Returns the fields of a body that a user may change without the right to edit the record.
 *
 * @throws ApiError 403 where there are none
 */
function ownPart(body: Values, fields: readonly string[] = []): Values {
  if (fields.length === 0) throw forbidden()
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)))
}

/** Optimistic lock: 409 with the current record, where it changed since it was opened (wire.md, Management). */
const stale = (current: Values): ApiError => new ApiError(409, 'error.stale', {}, null, { current })

/**
 * Returns a row that the caller may touch. `locked`: no other transaction can change it meanwhile.
 *
 * @throws ApiError 404 where the row does not exist or the caller may not see it
 */
export async function visibleRow(
  trx: Transaction<AnyTables>,
  platform: Platform,
  entity: Entity,
  id: number,
  caller: Caller,
  locked = false,
): Promise<Row> {
  const wanted = trx.selectFrom(entity.resource.table).selectAll().where('id', '=', id)
  const row = id === entity.root ? undefined : await (locked ? wanted.forUpdate() : wanted).executeTakeFirst()
  if (!row || !isInScope(row, scopeOf(caller, entity.resource, platform.registry))) throw notFound()
  return row
}

/** Updates the state in memory after the commit. */
export async function applyCommit(platform: Platform, entity: Entity, id: number): Promise<void> {
  platform.hookOf(entity.resource).afterCommit?.(platform, id)
  await platform.registry.changed(entity.resource.table, id)
}

async function check(trx: Transaction<AnyTables>, entity: Entity, saving: PendingSave, caller: Caller): Promise<void> {
  const { row, old, id, platform } = saving
  const changed = new Set(Object.keys(old ? differences(row, old) : row))
  const moved = old !== null && entity.project !== null && changed.has(entity.project)
  // After a move to another project, all references of the row must be checked again, and all records that refer to it.
  if (moved) for (const { name } of entity.references) changed.add(name)
  // A project id taken from the session needs no check.
  if (!old && entity.project !== null && !isSuper(caller)) changed.delete(entity.project)
  const problems = await referenceProblems(
    trx,
    entity,
    old && !moved ? addedOnly(entity, row, old) : row,
    changed,
    caller,
    platform.registry,
  )
  const project = entity.project === null ? null : row[entity.project]
  if (
    moved &&
    id !== null &&
    entity.project !== null &&
    (await usesInOtherProjects(trx, entity.resource, id, Number(project), platform))
  )
    problems[entity.project] ??= { key: 'error.rule.otherProject' }
  Object.assign(problems, await placeProblems(trx, entity, row, old, caller))
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const hook = platform.hookOf(entity.resource)
  const [taken = {}] = (await hook.taken?.([row], saving.signedIn, trx, platform.registry)) ?? []
  if (Object.keys(taken).length > 0) throw duplicate(taken)
  await hook.beforeSave?.(saving, trx)
}

/**
 * Returns a row whose lists of records contain only new entries, because the caller is not responsible for the others.
 */
function addedOnly({ references }: Entity, row: Row, old: Row): Row {
  const added = { ...row }
  for (const { name, field } of references) {
    if (!field.many) continue
    const before = new Set(parseIds(String(old[name] ?? '')))
    added[name] = parseIds(String(row[name] ?? ''))
      .filter((id) => !before.has(id))
      .join(',')
  }
  return added
}

function differences(row: Row, old: Row): Row {
  const changes: Row = {}
  for (const [name, value] of Object.entries(row)) if (value !== (old[name] ?? null)) changes[name] = value
  return changes
}

/** Reports a value that another row already has at its field. */
const rethrow =
  (entity: Entity) =>
  (error: unknown): never => {
    const constraint = constraintOf(error)
    if (constraint?.kind !== 'unique') throw error
    const field = constraint.columns.findLast((column) => entity.resource.fields[column]?.unique)
    throw duplicate(field ? { [field]: { key: 'error.rule.unique' } } : {})
  }

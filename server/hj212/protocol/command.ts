import { setTimeout as sleep } from 'node:timers/promises'
import { logOperation, type OperationType } from '../../crud/operations.ts'
import { device as deviceResource } from '../../../resources/device.ts'
import type { Platform } from '../../platform.ts'
import { hubOf, type Hub } from '../hub.ts'
import { COMMANDS } from '../../../resources/hj212.ts'
import { vaultOf, type Vault } from '../secrets.ts'
import { valueIn, type Group, type Segment } from './segment.ts'

/**
 * How a command ended: executed, refused or failed by the station, not answered, station not connected, or platform
 * stopped meanwhile.
 */
export type Outcome = 'done' | 'refused' | 'failed' | 'timeout' | 'offline' | 'lost'

export interface Answer {
  outcome: Outcome
  /** QnRtn and ExeRtn as sent by the station, null where it sent none. */
  qnRtn: string | null
  exeRtn: string | null
  /** Further content that the station sent under the command's QN. */
  content: Group[]
}

/**
 * Parameters of the protocol: time after which a request is repeated, number of repetitions, and maximum time to
 * execute an accepted command.
 */
export interface CommandTimeouts {
  /** In ms. */
  overTime: number
  reCount: number
  executionMs: number
}

const DEFAULT_TIMEOUTS: CommandTimeouts = { overTime: 5000, reCount: 3, executionMs: 60_000 }
/** Notices: a station only answers them with 9013. */
const NOTICES: ReadonlySet<string> = new Set(['2012', '2022'])
/** Maximum number of content groups kept of an answer. */
const MAX_GROUPS = 50

/** Sends a command to a station, repeats it as the standard says, and returns how it ended. Never throws. */
export async function ask(
  hub: Hub,
  device: number,
  { cn, st, cp }: Pick<Segment, 'cn' | 'st' | 'cp'>,
  patience: CommandTimeouts = DEFAULT_TIMEOUTS,
): Promise<Answer> {
  const qn = hub.clock.qn()
  const answer: Answer = { outcome: 'timeout', qnRtn: null, exeRtn: null, content: [] }
  let tell = (): void => {}
  const settled = (): boolean =>
    answer.exeRtn !== null ||
    (answer.qnRtn !== null && answer.qnRtn !== '1') ||
    (NOTICES.has(cn) && answer.outcome === 'done')
  const stop = hub.listen(device, (said) => {
    if (said.qn !== qn) return
    if (said.cn === '9011') answer.qnRtn = valueIn(said.cp, 'QnRtn') || '1'
    else if (said.cn === '9012') answer.exeRtn = valueIn(said.cp, 'ExeRtn') || '1'
    else if (said.cn === '9013') answer.outcome = 'done'
    else if (answer.content.length < MAX_GROUPS) answer.content.push(...said.cp.slice(0, MAX_GROUPS))
    tell()
  })
  /** Waits for the station's next answer, or for `ms`. */
  const next = async (ms: number): Promise<void> => {
    const enough = new AbortController()
    await Promise.race([
      sleep(ms, null, { signal: enough.signal, ref: false }).catch(() => {}),
      new Promise<void>((resolve) => (tell = resolve)),
    ])
    enough.abort()
  }
  const until = async (done: () => boolean, ms: number): Promise<boolean> => {
    const end = Date.now() + ms
    while (!done() && Date.now() < end) await next(end - Date.now())
    return done()
  }
  try {
    for (let round = 0; round <= patience.reCount; round++) {
      if (!(await hub.send(device, { qn, st, cn, cp }, true))) {
        if (round === 0) answer.outcome = 'offline'
        return answer
      }
      if (await until(() => settled() || answer.qnRtn !== null, patience.overTime)) break
    }
    if (answer.qnRtn === '1') await until(settled, patience.executionMs)
    if (NOTICES.has(cn) && answer.outcome === 'done') return answer
    if (answer.exeRtn !== null) answer.outcome = answer.exeRtn === '1' ? 'done' : 'failed'
    else if (answer.qnRtn !== null && answer.qnRtn !== '1') answer.outcome = 'refused'
    return answer
  } finally {
    stop()
  }
}

/** Kind of the bus message by which a process hands a command to the other processes. */
const KIND = 'hj212 command'

/** Takes commands that other processes received for stations connected to this process. */
export function subscribeToCommands(platform: Platform, hub: Hub): void {
  platform.bus.on(KIND, (payload) => {
    const { id, device } = payload as { id: number; device: number }
    if (hub.sessions.get(device)?.up) void carryOut(platform, hub, id)
  })
}

/** Writes a command to the database and sends it. Returns its id. */
export async function startCommand(
  platform: Platform,
  { device, cn, params, userId }: { device: number; cn: string; params: Record<string, string>; userId: number },
): Promise<number> {
  const row = {
    device_id: device,
    cn: Number(cn),
    params: JSON.stringify(params),
    user_id: userId,
    asked_at: Date.now(),
    outcome: null,
    ended_at: null,
    answer: null,
  }
  const { id } = await platform.storage.write((trx) =>
    trx.insertInto('hj212command').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  await logCommand(platform, { device, cn, params, userId }, 'command', null)
  const hub = hubOf(platform)
  if (hub?.sessions.get(device)?.up || platform.bus.alone) void carryOut(platform, hub, id)
  else {
    platform.bus.publish(KIND, { id, device })
    // Ends the command if no other process has the station.
    sleep(HANDED_OVER, null, { ref: false })
      .then(() => end(platform, id, { outcome: 'offline', qnRtn: null, exeRtn: null, content: [] }, true))
      .catch((error: unknown) =>
        platform.log.warn(
          { err: error, command: id },
          'the outcome of a command to an HJ 212 station could not be stored',
        ),
      )
  }
  return id
}

/** How long another process has to take a command, ms. */
const HANDED_OVER = 3000

/** Executes a command from the database and writes its result. */
async function carryOut(platform: Platform, hub: Hub | undefined, id: number): Promise<void> {
  try {
    const row = await platform.storage.write(async (trx) => {
      const found = await trx.selectFrom('hj212command').selectAll().where('id', '=', id).executeTakeFirst()
      // Two processes may each have a connection of the station; the first one takes the command.
      if (!found || found.outcome !== null || found.answer !== null) return null
      await trx.updateTable('hj212command').set({ answer: '' }).where('id', '=', id).execute()
      return found
    })
    if (!row) return
    const session = hub?.sessions.get(row.device_id)
    const params = opened(JSON.parse(row.params) as Record<string, string>, await vaultOf(platform.storage))
    const cp: Group[] = Object.keys(params).length > 0 ? Object.entries(params).map((pair) => [pair]) : []
    const answer: Answer =
      hub && session?.up
        ? await ask(hub, row.device_id, { cn: String(row.cn), st: session.st || '32', cp })
        : { outcome: 'offline', qnRtn: null, exeRtn: null, content: [] }
    await end(platform, id, answer, false)
  } catch (error) {
    platform.log.warn({ err: error, command: id }, 'a command to an HJ 212 station could not be carried out')
  }
}

/** Writes a command's end unless it has one already; `untaken`: only if no process has taken the command. */
async function end(
  platform: Platform,
  id: number,
  { outcome, qnRtn, exeRtn, content }: Answer,
  untaken: boolean,
): Promise<void> {
  const answer = JSON.stringify({ qnRtn, exeRtn, content })
  const row = await platform.storage.write(async (trx) => {
    const found = await trx.selectFrom('hj212command').selectAll().where('id', '=', id).executeTakeFirst()
    if (!found || found.outcome !== null || (untaken && found.answer !== null)) return null
    await trx.updateTable('hj212command').set({ outcome, ended_at: Date.now(), answer }).where('id', '=', id).execute()
    return found
  })
  if (!row) return
  const about = {
    device: row.device_id,
    cn: String(row.cn),
    params: JSON.parse(row.params) as Record<string, string>,
    userId: row.user_id,
  }
  await logCommand(platform, about, outcome === 'done' ? 'confirmed' : 'unconfirmed', outcome)
  await onDone.get(about.cn)?.(platform, about, outcome)
}

/** Decrypts the password for sending. The table holds it encrypted, the protocol requires plain text. */
const opened = (params: Record<string, string>, vault: Vault): Record<string, string> => ({
  ...params,
  ...(params.NewPW !== undefined && { NewPW: vault.open(params.NewPW) ?? '' }),
})

type About = { device: number; cn: string; params: Record<string, string>; userId: number | null }

/** Follow-up of a command after its end, by CN. */
export const onDone = new Map<string, (platform: Platform, about: About, outcome: Outcome) => Promise<void>>()

/** Parameters that are never shown. */
const SECRET: ReadonlySet<string> = new Set(['NewPW'])
export const shownParams = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, SECRET.has(name) ? '******' : value]))

async function logCommand(
  { storage, registry }: Platform,
  { device, cn, params, userId }: About,
  type: OperationType,
  outcome: Outcome | null,
): Promise<void> {
  const known = registry.device(device)
  const said = Object.entries(shownParams(params))
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
  const what = `HJ 212 ${cn} ${COMMANDS[cn]?.[0] ?? ''}`.trim()
  const change = {
    field_name: `hj212 ${cn}`,
    field_comment: what,
    old_value: outcome === null ? null : said,
    new_value: outcome ?? said,
  }
  await storage.writeAny((trx) =>
    logOperation(trx, {
      resource: deviceResource,
      type,
      id: device,
      old: null,
      row: {
        name: known?.name ?? '',
        project_id: known?.project_id ?? null,
        district_id: known?.district_id ?? null,
      },
      userId,
      changes: [change],
    }),
  )
}

import fastq from 'fastq'
import { LANGUAGES, type Language } from '../../../i18n/types.ts'
import type { Caller } from '../../../resources/kit/access.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { REAL_TIME_KEY } from '../../../resources/control.ts'
import { deviceAddress } from '../../../resources/menu.ts'
import type { Platform } from '../../platform.ts'
import { callerOf } from '../../session/sessions.ts'
import type { Sent } from '../../send/types.ts'
import { problemJson } from '../explain.ts'
import { alarmRecordResource } from '../record.ts'
import { digestNews, INBOX, seenDigest, type Digest } from '../storm/news.ts'
import { pushOne, type Pushed, type Subscription } from './browser.ts'
import type { News } from './news.ts'
import { hostOf } from './rows.ts'

type Services = Pick<Platform, 'storage' | 'settings' | 'registry'>

/** A browser that opted in, its owner, and what it is told. */
interface Addressed {
  subscription: Subscription
  owner: string
  news: News
  /** The page that a tap opens. */
  path: string
}

/**
 * Tells every browser whose owner may see the device. Subscriptions that the push service reports as gone are deleted.
 */
export const sendPush = async (
  platform: Services,
  project: number,
  deviceId: number,
  news: Partial<Record<Language, News>>,
): Promise<Sent> =>
  pushAll(
    platform,
    (await subscribers(platform)).flatMap(({ subscription, owner, caller }): Addressed[] => {
      const said = news[languageOf(subscription)] ?? Object.values(news)[0]
      return said && seesDevice(platform, caller, deviceId, project)
        ? [{ subscription, owner, news: said, path: pathFor(caller, said.path, [deviceId]) }]
        : []
    }),
  )

/** Page of all devices in alarm, for owners who may not open the alarm pages: every subscriber may open live values. */
const IN_ALARM = '/monitor/data?run=abnormal'
/** Device id of a test message. */
const NO_DEVICE = 0

/**
 * Returns the page a tap opens: the alarm or the inbox; for an owner who may not open these, the device's page or, for
 * a test and for several devices, the live list.
 */
function pathFor(caller: Caller, path: string | undefined, devices: readonly number[]): string {
  if (path !== undefined && mayOpen(caller, alarmRecordResource.menuKey)) return path
  const [device = NO_DEVICE, ...others] = devices
  return device === NO_DEVICE || others.length > 0 ? IN_ALARM : deviceAddress(device)
}

/** Sends every browser those parts of a digest that its owner may see. */
export const pushDigest = async (platform: Services, project: number, digest: Digest): Promise<Sent> =>
  pushAll(
    platform,
    (await subscribers(platform)).flatMap(({ subscription, owner, caller }): Addressed[] => {
      const seen = seenDigest(digest, (device) => seesDevice(platform, caller, device, project))
      if (!seen) return []
      const { timeZone, publicUrl } = platform.settings
      const news = digestNews(seen, { timeZone, publicUrl, language: languageOf(subscription) })
      const path = pathFor(
        caller,
        INBOX,
        seen.devices.map(({ id }) => id),
      )
      return [{ subscription, owner, news, path }]
    }),
  )

/** Browsers that are sent to concurrently; the rest follow. As many as northbound pushes in flight. */
const MAX_CONCURRENT_PUSHES = 8

/**
 * Sends to all browsers. The message counts as sent where at least one browser took it; the outcome names each browser
 * with its owner. Where no browser took it, it is retried if one of them may take it later.
 */
async function pushAll(platform: Services, found: readonly Addressed[]): Promise<Sent> {
  if (found.length === 0) return { ok: false, explained: { key: 'error.channel.nobody' } }
  const queue = fastq.promise(
    async ({ subscription, owner, news, path }: Addressed) => ({
      whom: `${owner} (${hostOf({ url: subscription.endpoint })})`,
      pushed: await pushOne(platform, subscription, { news, path }),
    }),
    MAX_CONCURRENT_PUSHES,
  )
  const outcomes = await Promise.all(found.map((one) => queue.push(one)))
  const took = outcomes.filter(({ pushed }) => pushed.kind === 'took').length
  const args = { count: took, of: found.length, ...eachOf(outcomes) }
  return {
    ok: took > 0,
    explained: { key: 'error.channel.pushed', args },
    later: outcomes.some(({ pushed }) => pushed.kind === 'refused' && pushed.later),
  }
}

/** Most browsers that are named per outcome. */
const NAMED = 20

/**
 * Lists which browsers took a message, which are gone and which refused it, each list as a sentence of its own, or ''.
 */
function eachOf(outcomes: readonly { whom: string; pushed: Pushed }[]): Record<Pushed['kind'], string> {
  const listed = (kind: Pushed['kind'], key: string): string => {
    const names = outcomes.flatMap(({ whom, pushed }) =>
      pushed.kind === kind ? [pushed.kind === 'refused' ? `${whom}: ${pushed.reason}` : whom] : [],
    )
    if (names.length === 0) return ''
    const shown = [...names.slice(0, NAMED), ...(names.length > NAMED ? ['…'] : [])].join(', ')
    return problemJson({ key, args: { names: shown } })
  }
  return {
    took: listed('took', 'error.channel.browser.took'),
    gone: listed('gone', 'error.channel.browser.gone'),
    refused: listed('refused', 'error.channel.browser.refused'),
  }
}

const languageOf = ({ language }: Subscription): Language => LANGUAGES.find((each) => each === language) ?? 'zhCN'

/**
 * Returns the subscriptions of users who may look at live values now, whatever their rights were when they opted in.
 */
async function subscribers({
  storage,
}: Pick<Platform, 'storage'>): Promise<{ subscription: Subscription; owner: string; caller: Caller }[]> {
  const rows = await storage.read.selectFrom('pushsubscription').selectAll().execute()
  if (rows.length === 0) return []
  const users = await storage.read
    .selectFrom('systemuser')
    .selectAll()
    .where('id', 'in', [...new Set(rows.map(({ user_id }) => user_id))])
    .execute()
  const owners = new Map(users.filter(({ disabled }) => disabled !== 1).map((user) => [user.id, user]))
  return rows.flatMap((subscription) => {
    const user = owners.get(subscription.user_id)
    const caller = user && callerOf(user)
    return caller && mayOpen(caller, REAL_TIME_KEY)
      ? [{ subscription, owner: user.nickname || user.username || `#${user.id}`, caller }]
      : []
  })
}

/** Whether a caller may see a device; for a deleted device, whether the caller belongs to its project. */
function seesDevice(
  { registry }: Pick<Platform, 'registry'>,
  caller: Caller,
  deviceId: number,
  project: number,
): boolean {
  const device = registry.device(deviceId)
  return device ? registry.mayTouch(caller, device) : caller.project_id === project
}

import type { IPublishPacket, MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import { withoutMark, withoutMarkBytes } from '../../resources/kit/mark.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Log } from '../log.ts'
import type { Platform } from '../platform.ts'
import { UNREADABLE } from './refusals.ts'
import { createVerifier, signatureOf } from './mqttSigned.ts'

/** Prefix of the topics of telemetry, followed by the device's sn. */
export const TOPIC = 'telemetry/'
/** Log throttle for refused and unreadable messages: one line per this time, ms. */
const LOG_THROTTLE_MS = 1000
const MAX_PAYLOAD = 1024 * 1024

type Complain = (message: string, fields: object) => void

/** The intake of one connection. */
export interface MqttIntake {
  /**
   * Returns since when no message has come and none waits for its commit, by performance.now(); Infinity while a
   * message waits.
   */
  quietSince(): number
  /**
   * Stops taking messages; later ones stay with the broker. Resolves once the messages that arrived before are
   * acknowledged.
   */
  stop(): Promise<unknown>
}

/**
 * Takes the messages that a client of the broker receives: topic `telemetry/<sn>`, payload as one item or a list of
 * POST /v1/telemetry. A message of QoS 1 is acknowledged after its commit, not before. A retained message is no new
 * measurement: its items are refused unless they carry a time.
 *
 * The client library acknowledges a message before it looks at the next one, so every message would wait for a commit
 * of its own. The library's acknowledgement is therefore suppressed (by a callback with an error). Another one is sent
 * after the commit, in arrival order, on the connection on which the message arrived.
 */
export function takeMessages(client: MqttClient, platform: Platform): MqttIntake {
  const { ingest, settings, log, refusals, registry } = platform
  const complain = quietly(log)
  const isSignedBy = createVerifier(platform)
  const { protocolVersion } = client.options
  let connection = 0
  let acknowledged: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let last = performance.now()
  let stopped = false
  client.on('close', () => connection++)

  client.handleMessage = (packet: IPublishPacket, callback) => {
    if (stopped) return void callback(new Error('not taken'))
    const mine = connection
    waiting++
    const stored = store(packet).finally(() => {
      waiting--
      last = performance.now()
    })
    if (packet.qos === 0) return void callback()
    callback(new Error('acknowledged later'))
    acknowledged = Promise.all([acknowledged, stored]).then(([, done]) => {
      if (mine !== connection) return
      if (done)
        client.stream.write(
          generate({ cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 }, { protocolVersion }),
        )
      else {
        // An unacknowledged message stays with the broker, which redelivers it on a new connection. The receive window
        // gives backpressure on this one.
        connection++
        client.stream.destroy()
      }
    })
  }
  return {
    quietSince: () => (waiting > 0 ? Infinity : last),
    stop: () => ((stopped = true), acknowledged),
  }

  /** Stores a message. Returns false when it should be redelivered; a message that can never be stored is dropped. */
  async function store(packet: IPublishPacket): Promise<boolean> {
    const sn = packet.topic.slice(TOPIC.length)
    const payload = withoutMarkBytes(packet.payload as Buffer)
    const items = itemsOf(sn, payload)
    const refuse = (reason: Problem, bytes: Uint8Array | string = payload, times = 1): void =>
      refusals.note({
        source: 'mqtt',
        peer: packet.topic,
        device: registry.bySn(sn)?.id ?? null,
        reason,
        bytes,
        times,
      })
    if (items === null) {
      refuse(unreadable(payload))
      complain('a message is not telemetry', { topic: packet.topic.slice(0, 100), bytes: payload.length })
      return true
    }
    try {
      const signed = signatureOf(sn, payload, items)
      if (
        signed === null ? settings.mqttSigned === 'required' : signed === 'broken' || !(await isSignedBy(sn, signed))
      ) {
        refuse(signed === null ? UNREADABLE.unsigned : UNREADABLE.signature)
        complain(
          signed === null ? 'a message without signature was refused' : 'a message was refused: its signature is wrong',
          { sn },
        )
        return true
      }
      const results = await ingest.push(items, {
        kind: 'trusted',
        by: 'mqtt',
        shared: protocolVersion === 5,
        retained: packet.retain,
      })
      const refused = results.reduce((sum, { rejected, more = 0 }) => sum + rejected.length + more, 0)
      const [first] = results.flatMap(({ rejected }) => rejected)
      if (first) refuse(first.reason)
      if (refused > 0)
        complain('values of a message were refused', {
          sn,
          reason: results.flatMap(({ rejected }) => rejected)[0]?.reason.key,
          refused,
        })
      return true
    } catch (error) {
      complain('a message could not be stored', { err: error, sn })
      const isWrong = (error as { code?: number }).code === 400
      if (isWrong) refuse(UNREADABLE.form)
      return isWrong
    }
  }
}

/** Returns why `itemsOf` found no items in a message. */
function unreadable(payload: Buffer): Problem {
  if (payload.length > MAX_PAYLOAD) return UNREADABLE.large
  try {
    JSON.parse(payload.toString())
    return UNREADABLE.form
  } catch {
    return UNREADABLE.json
  }
}

/**
 * Returns the items of a message. An item without sn gets that of the topic, any other must have the same one. Null
 * when the message is not telemetry.
 */
export function itemsOf(sn: string, payload: string | Buffer): unknown[] | null {
  if (payload.length > MAX_PAYLOAD) return null
  try {
    const parsed: unknown = JSON.parse(withoutMark(payload.toString()))
    const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed]
    const items = list.map((item) =>
      typeof item === 'object' && item !== null && !('sn' in item) ? { ...item, sn } : item,
    )
    return items.every((item) => typeof item === 'object' && item !== null && 'sn' in item && String(item.sn) === sn)
      ? items
      : null
  } catch {
    return null
  }
}

function quietly(log: Log): Complain {
  let next = -Infinity
  let suppressed = 0
  return (message, fields) => {
    const now = performance.now()
    if (now < next) return void suppressed++
    log.warn({ ...fields, ...(suppressed > 0 && { alsoHeldBack: suppressed }) }, message)
    next = now + LOG_THROTTLE_MS
    suppressed = 0
  }
}

import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createFeed } from '../../server/live/feed.ts'
import { createLastMessages } from '../../server/live/lastMessages.ts'
import { silentLog } from '../../server/log.ts'
import type { FeedMessage, LiveDevice, LiveNode, LiveSample, Registry, SignedIn } from '../../server/platform.ts'

/** A socket with the parts that the feed uses. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  sent: unknown[] = []
  gone: number | 'terminated' | null = null
  pings = 0
  send = (text: string): void => void this.sent.push(JSON.parse(text))
  ping = (): void => void this.pings++
  close = (code: number): void => this.end(code)
  terminate = (): void => this.end('terminated')
  private end(how: number | 'terminated'): void {
    this.gone ??= how
    this.readyState = 3
    this.emit('close')
  }
}

const devices = ['1', '2'].map((sn) => ({ id: Number(sn), sn }) as LiveDevice)
const sample = (sn: string, value: number, ts = 1, node = 7): LiveSample => ({
  device: devices.find((device) => device.sn === sn) as LiveDevice,
  node: { id: node } as LiveNode,
  value,
  ts,
})
const message = (sn: string, value: number, t = 1): FeedMessage => ({
  sn,
  deviceid: Number(sn),
  t,
  values: { 7: value },
})

describe('live feed', () => {
  let visible: Set<number>
  let keys: Set<string>
  let feed: ReturnType<typeof createFeed>
  beforeEach(() => {
    vi.useFakeTimers()
    visible = new Set([1, 2])
    keys = new Set(['2-1'])
    const registry = {
      bySn: (sn: string) => devices.find((device) => device.sn === sn),
      device: (id: number) => devices.find((device) => device.id === id),
      mayTouch: (_caller: unknown, device: LiveDevice) => visible.has(device.id),
    }
    feed = createFeed({ registry: registry as unknown as Registry, log: silentLog })
  })
  afterEach(() => {
    feed.close()
    vi.useRealTimers()
  })
  const join = (...names: string[]): FakeSocket => {
    const socket = new FakeSocket()
    feed.attach(
      socket as unknown as WebSocket,
      { caller: { super_id: 2, keys }, user: { id: 1 } } as unknown as SignedIn,
    )
    for (const name of names) socket.emit('message', Buffer.from(name), false)
    return socket
  }

  it('keeps no messages when created with isAsked false', () => {
    const [device] = devices
    if (!device) throw new TypeError('there is no device')
    feed.publish([sample('1', 5)])
    expect(feed.last(device)).toEqual([message('1', 5)])
    const unasked = createFeed({ registry: {} as Registry, log: silentLog, isAsked: false })
    unasked.publish([sample('1', 5)])
    expect(unasked.last(device)).toEqual([])
    unasked.close()
  })
  it('sends messages only to subscribers of the device', () => {
    const [one, both] = [join('1'), join('1', '2')]
    feed.publish([sample('1', 5), sample('2', 6)])
    expect(one.sent).toEqual([message('1', 5)])
    expect(both.sent).toEqual([message('1', 5), message('2', 6)])
    one.close(1000)
    feed.publish([sample('1', 7)])
    expect(one.sent).toHaveLength(1)
  })
  it('keeps the last 50 messages of a device, whatever their number of values', () => {
    const kept = (): readonly FeedMessage[] => feed.last(devices[0] as LiveDevice)
    expect(kept()).toEqual([])
    for (let t = 1; t <= 120; t++)
      feed.publish([sample('2', t, t), ...Array.from({ length: 1 + (t % 3) }, (_, node) => sample('1', t, t, node))])
    expect(kept().map(({ t }) => t)).toEqual(Array.from({ length: 50 }, (_, at) => 71 + at))
    expect(kept().at(-1)).toEqual({ sn: '1', deviceid: 1, t: 120, values: { 0: 120 } })
    expect(kept().at(-2)?.values).toEqual({ 0: 119, 1: 119, 2: 119 })
  })
  it('keeps one value per node and timestamp when a device repeats it', () => {
    const last = createLastMessages()
    const [device] = devices
    for (let times = 0; times < 100; times++) last.keep([sample('1', times, 5), sample('1', times, 5, 8)])
    last.keep([sample('1', 1, 6)])
    const kept = last.of(device as LiveDevice).map(({ ts, node, value }) => [ts, node.id, value])
    expect(kept).toEqual([
      [5, 7, 99],
      [5, 8, 99],
      [6, 7, 1],
    ])
  })
  it('sends the newest value of each node once per second to subscribers of *', () => {
    const all = join('*')
    feed.publish([sample('1', 5, 10), sample('1', 4, 9), sample('1', 1, 11, 8)])
    expect(all.sent).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(all.sent).toEqual([[{ sn: '1', deviceid: 1, t: 11, values: { 7: 5, 8: 1 } }]])
    vi.advanceTimersByTime(5000)
    expect(all.sent).toHaveLength(1)
  })
  it('sends nothing to a slow client until it catches up, and terminates one too far behind', () => {
    const [slow, all] = [join('1'), join('*')]
    slow.bufferedAmount = all.bufferedAmount = 2_000_000
    feed.publish([sample('1', 5)])
    vi.advanceTimersByTime(1000)
    expect([slow.sent, all.sent, slow.gone]).toEqual([[], [], null])
    all.bufferedAmount = 0
    vi.advanceTimersByTime(1000)
    expect(all.sent).toHaveLength(1)
    slow.bufferedAmount = 0
    feed.publish([sample('1', 6, 2)])
    expect(slow.sent).toEqual([message('1', 6, 2)])
    slow.bufferedAmount = 9_000_000
    feed.publish([sample('1', 7, 3)])
    expect(slow.gone).toBe('terminated')
  })
  it('terminates a client that does not answer a ping within 30 s', () => {
    const [quiet, there] = [join('1'), join('1')]
    vi.advanceTimersByTime(30_000)
    there.emit('pong')
    vi.advanceTimersByTime(30_000)
    expect([quiet.gone, there.gone, there.pings]).toEqual(['terminated', null, 2])
  })
  it('checks for a permission key at every message and closes with 4403 without one', () => {
    const [named, all] = [join('1'), join('*')]
    keys.clear()
    feed.publish([sample('1', 5)])
    vi.advanceTimersByTime(1000)
    expect([named.gone, named.sent, all.sent]).toEqual([4403, [], []])
    expect(['1', '*'].map((name) => join(name).gone)).toEqual([4403, 4403])
    for (const key of ['1', '8', '2-1']) {
      keys.add(key)
      expect(join('*').gone, key).toBeNull()
      keys.clear()
    }
  })
  it('closes with 4403 when a device is no longer visible or the sn is invalid', () => {
    const [named, all] = [join('1'), join('*')]
    visible.delete(1)
    feed.publish([sample('1', 5)])
    vi.advanceTimersByTime(1000)
    expect([named.gone, named.sent, all.sent, all.gone]).toEqual([4403, [], [], null])
    expect(join('x'.repeat(65)).gone).toBe(4403)
    expect(join('').gone).toBe(4403)
  })
})

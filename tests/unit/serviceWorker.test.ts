import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const worker = readFileSync(fileURLToPath(new URL('../../public/sw.js', import.meta.url)), 'utf8')

/** The service worker in a fresh browser, without an open page. */
function started() {
  const listeners = new Map<string, (event: object) => void>()
  const shown: Record<string, unknown>[] = []
  const opened: string[] = []
  runInNewContext(worker, {
    URL,
    location: { origin: 'https://env.example.com' },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: object) =>
        // Serialised, as the browser keeps it until a user looks.
        void shown.push(JSON.parse(JSON.stringify({ title, ...options })) as Record<string, unknown>),
    },
    clients: { matchAll: async () => [], openWindow: async (url: string) => void opened.push(url) },
  })
  const dispatch = async (name: string, event: object): Promise<void> => {
    let done: unknown
    listeners.get(name)?.({ ...event, waitUntil: (until: unknown) => (done = until) })
    await done
  }
  return {
    shown,
    opened,
    push: (payload: object) => dispatch('push', { data: { json: () => payload } }),
    click: (action: string) => dispatch('notificationclick', { action, notification: { ...shown.at(-1), close() {} } }),
  }
}

describe('push notification of an alarm', () => {
  const alarm = {
    title: '【严重】站 01 · 超标',
    body: '当前值: 150',
    path: '/monitor/threoldManage?detail=7',
    tag: '3-1',
  }
  const map = { label: '查看地图', url: 'https://uri.amap.com/marker?position=114.51,38.04' }

  it('opens the alarm when clicked, and the map with its map button', async () => {
    const { shown, opened, push, click } = started()
    await push({ ...alarm, map })
    const [only] = shown
    expect(only).toMatchObject({ title: alarm.title, body: alarm.body, tag: '3-1', renotify: true })
    expect(only?.['actions']).toEqual([{ action: 'map', title: '查看地图' }])
    await click('')
    await click('map')
    expect(opened).toEqual([`https://env.example.com${alarm.path}`, map.url])
  })

  it('has no map button without a position', async () => {
    const { shown, opened, push, click } = started()
    await push(alarm)
    expect(shown[0]?.['actions']).toEqual([])
    await click('')
    expect(opened).toEqual([`https://env.example.com${alarm.path}`])
  })
})

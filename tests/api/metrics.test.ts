import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/instance.ts'
import { ABOVE_100 } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const

describe('GET /metrics', () => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp('sqlite')
  })
  afterAll(() => world.dispose())
  const read = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    world.app.inject({ url: '/metrics', headers, remoteAddress })
  const valueOf = (text: string, line: string): number =>
    Number(
      text
        .split('\n')
        .find((each) => each.startsWith(`${line} `))
        ?.slice(line.length + 1) ?? NaN,
    )

  it('returns the counters that alerting rules use as 0 at first', async () => {
    const { body } = await read()
    for (const series of [
      'telemetry_values_total{result="accepted"}',
      'telemetry_values_total{result="rejected"}',
      'alarm_messages_total{channel="1",result="failed"}',
    ])
      expect(valueOf(body, series), series).toBe(0)
  })

  it('counts requests by route template and status, never by URL', async () => {
    for (const path of ['godbDevice/1', 'godbDevice/2', 'godbDevice/999']) await world.call('super', 'GET', path)
    await world.app.inject({ url: '/v1/nothing/secret-7' })
    const { body, headers } = await read()
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(valueOf(body, 'http_requests_total{method="GET",route="/v1/godbDevice/:id",status="200"}')).toBe(2)
    expect(valueOf(body, 'http_requests_total{method="GET",route="/v1/godbDevice/:id",status="404"}')).toBe(1)
    expect(valueOf(body, 'http_request_duration_seconds_count{method="GET",route="/v1/godbDevice/:id"}')).toBe(3)
    expect(body).not.toContain('secret-7')
  })

  it('reports telemetry, commits, devices and process figures in valid exposition format', async () => {
    await world.platform.ingest.push([{ sn: '1869024001', t: Date.now(), values: { 1: 3, 2: 4, 77: 5 } }], trusted)
    const { body } = await read()
    expect(valueOf(body, 'telemetry_values_total{result="accepted"}')).toBe(2)
    expect(valueOf(body, 'telemetry_values_total{result="rejected"}')).toBe(1)
    expect(valueOf(body, 'telemetry_queue_values')).toBe(0)
    expect(valueOf(body, 'live_feed_clients')).toBe(0)
    expect(['online', 'offline', 'disabled'].map((state) => valueOf(body, `devices{state="${state}"}`))).toEqual([
      1, 2, 1,
    ])
    expect(valueOf(body, 'database_commit_duration_seconds_count{kind="samples"}')).toBe(1)
    expect(valueOf(body, 'database_commit_duration_seconds_count{kind="write"}')).toBeGreaterThan(0)
    expect(valueOf(body, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(valueOf(body, 'process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(valueOf(body, 'event_loop_lag_seconds{of="max"}')).toBeGreaterThanOrEqual(0)
    for (const line of body.split('\n').filter((each) => each !== ''))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[^\n]*\})? (-?[\d.e+-]+|\+Inf|NaN))$/)
  })

  it('measures the delay from a sample to the record of an alarm’s start, not of its end', async () => {
    const { storage, registry, ingest, alarms } = world.platform
    const rule = { ...ABOVE_100, enable: 1, alarm_msg: 'high', created_at: 0, updated_at: 0 }
    await storage.write((trx) => trx.insertInto('threshold').values(rule).execute())
    await registry.changed('threshold', null)
    const t = Date.now()
    for (const [n, value] of [150, 50].entries())
      await ingest.push([{ sn: '1869024001', t: t + n, values: { 1: value } }], trusted)
    await alarms.settled()
    const { body } = await read()
    // The end of an alarm is not counted.
    expect(valueOf(body, 'alarm_record_delay_seconds_count')).toBe(1)
    expect(valueOf(body, 'alarm_record_delay_seconds_bucket{le="60"}')).toBe(1)
  })

  it('answers only local requests, super administrators and METRICS_TOKEN', async () => {
    expect((await read()).statusCode).toBe(200)
    expect((await read({}, '::1')).statusCode).toBe(200)
    expect((await read({}, '203.0.113.9')).statusCode).toBe(403)
    // A proxy on this machine acts for a caller elsewhere.
    expect((await read({ 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(403)
    const bearer = (token: string) => read({ authorization: `Bearer ${token}` }, '203.0.113.9')
    expect((await bearer(world.tokens.super)).statusCode).toBe(200)
    expect((await bearer(world.tokens.manager)).statusCode).toBe(403)
    expect((await bearer('scrape')).statusCode).toBe(403)
    const settings = world.platform.settings
    settings.metricsToken = 'scrape'
    expect((await bearer('scrape')).statusCode).toBe(200)
    expect((await bearer('scrapes')).statusCode).toBe(403)
  })
})

describe('database failure', () => {
  it('ends the process with exit code 1 and a reason', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'console-test-'))
    const port = String(await freePort())
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PORT: port, DEMO: 'off', LOG_LEVEL: 'error' }
    // The built server: compiling it as it starts takes longer than all other tests here.
    const server = spawn(process.execPath, ['--import', './tests/support/killThread.mjs', 'dist/server/main.js'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      let said = ''
      server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
      await once(server.stdout, 'data')
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      server.kill('SIGUSR2')
      const [code] = (await once(server, 'close')) as [number]
      expect(said).toContain('The database has stopped working (the database')
      expect(code).toBe(1)
    } finally {
      server.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { giveBackJob } from '../../server/alarms/episodes/giveBack.ts'
import { accountRows } from '../../server/demo/accounts.ts'
import { writeFact } from '../../server/demo/facts.ts'
import { closeDemoAccounts, reopenDemoAccounts } from '../../server/demo/leftover.ts'
import { adminCommand, resetAccount } from '../../server/session/adminCommand.ts'
import { insertEpisode } from '../support/episode.ts'
import { optedIn, optIn } from '../support/optedIn.ts'
import { startTestPlatform, testHash, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'
import { md5 } from '../support/call.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

const NOW = Date.UTC(2026, 5, 1)

describe.each(engines)('demo accounts after the demo has ended, on %s', (engine) => {
  let place: TestPlatform
  beforeAll(async () => {
    place = await startTestPlatform(engine)
    const { storage } = place.platform
    const rows = await accountRows(NOW)
    await storage.write((trx) => trx.insertInto('systemuser').values(rows).execute())
    await writeFact(storage, 'demo.since', String(NOW))
  })
  afterAll(() => place.dispose())

  const signIn = async (username: string, password: string) =>
    (await place.anonymous('POST', 'godbSystemuserlogin', { username, password: md5(password), captcha: 'any' })).status
  const idOf = async (username: string): Promise<number> =>
    (
      await place.platform.storage.read
        .selectFrom('systemuser')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    ).id
  const close = (adminPassword: string | null = null) => closeDemoAccounts(place.platform.storage, adminPassword)

  const look = (): Promise<void> => giveBackJob(place.platform).run(new AbortController().signal)
  const assigneeOf = async (alarm: number): Promise<number | null> =>
    (
      await place.platform.storage.read
        .selectFrom('thresholdlog')
        .select('assignee_id')
        .where('id', '=', alarm)
        .executeTakeFirstOrThrow()
    ).assignee_id
  const alarmOf = (assignee_id: number): Promise<number> =>
    insertEpisode(place.platform.storage, {
      alarm_time: NOW,
      nodemap_id: 1,
      work: 1,
      assignee_id,
      acknowledged_at: NOW,
    })

  it('are disabled if they still have the demo password, under any name, and their sessions end', async () => {
    const { storage } = place.platform
    await storage.write((trx) =>
      trx.updateTable('systemuser').set({ username: 'watcher' }).where('username', '=', 'viewer').execute(),
    )
    const own = await testHash('a password of my own')
    await storage.write((trx) =>
      trx.updateTable('systemuser').set({ password: own }).where('username', '=', 'manager').execute(),
    )
    const before = await place.anonymous<{ token: string }>('POST', 'godbSystemuserlogin', {
      username: 'admin',
      password: md5('admin123'),
      captcha: 'any',
    })
    expect(before.status).toBe(200)
    await optIn(storage, await idOf('watcher'), 'before')
    const alarm = await alarmOf(await idOf('admin'))
    await look()
    expect(await assigneeOf(alarm)).toBe(await idOf('admin'))
    expect(await close()).toEqual(['admin', 'watcher'])
    // Alarms that these users had taken need an assignee again.
    await look()
    expect(await assigneeOf(alarm)).toBeNull()
    expect([
      await signIn('admin', 'admin123'),
      await signIn('watcher', 'viewer123'),
      await signIn('manager', 'a password of my own'),
    ]).toEqual([403, 403, 200])
    expect(
      await storage.read
        .selectFrom('session')
        .innerJoin('systemuser', 'systemuser.id', 'session.user_id')
        .select('username')
        .where('username', '=', 'admin')
        .execute(),
    ).toEqual([])
    expect(await optedIn(storage, await idOf('watcher'))).toEqual([])
    expect(await signIn('root', 'root123')).toBe(200)
    // The next start reports it again.
    expect(await close()).toEqual(['admin', 'watcher'])
  })

  it('are enabled again with the demo, except those disabled by hand or with a password of their own', async () => {
    const { storage } = place.platform
    await reopenDemoAccounts(storage)
    expect([await signIn('admin', 'admin123'), await signIn('watcher', 'viewer123')]).toEqual([200, 200])
    await storage.write((trx) =>
      trx.updateTable('systemuser').set({ disabled: 1 }).where('username', '=', 'watcher').execute(),
    )
    await close()
    await reopenDemoAccounts(storage)
    // An account that was disabled by hand stays disabled.
    expect([await signIn('admin', 'admin123'), await signIn('watcher', 'viewer123')]).toEqual([200, 403])
    const set = (values: { password: string; disabled?: 0 }) =>
      storage.write((trx) => trx.updateTable('systemuser').set(values).where('username', '=', 'admin').execute())
    await close()
    await set({ password: await testHash('set while it was disabled') })
    await reopenDemoAccounts(storage)
    expect(await signIn('admin', 'set while it was disabled')).toBe(403)
    await set({ password: await testHash('admin123'), disabled: 0 })
  })

  it('get ADMIN_PASSWORD for admin once, unless it is a demo password', async () => {
    expect(await close('manager123')).toEqual(['admin', 'watcher'])
    expect(await close('long enough to be mine')).toEqual(['watcher'])
    expect([await signIn('admin', 'long enough to be mine'), await signIn('admin', 'admin123')]).toEqual([200, 400])
    // The password is set once: a later value does not change an account that belongs to a real person.
    expect(await close('another one')).toEqual(['watcher'])
    expect(await signIn('admin', 'long enough to be mine')).toBe(200)
  })

  it('are enabled again by a reset, with a password that must be changed', async () => {
    const { storage } = place.platform
    await optIn(storage, await idOf('watcher'), 'lost')
    const password = await resetAccount(storage, 'watcher')
    expect(await optedIn(storage, await idOf('watcher'))).toEqual([])
    expect(await close()).toEqual([])
    expect(await signIn('watcher', password)).toBe(200)
    const row = await storage.read
      .selectFrom('systemuser')
      .select(['id', 'changepassword', 'disabled'])
      .where('username', '=', 'watcher')
      .executeTakeFirst()
    expect(row).toMatchObject({ changepassword: 1, disabled: 0 })
    const log = await storage.read
      .selectFrom('operationlog')
      .select(['operation_type', 'user_id'])
      .where('record_id', '=', row?.id ?? 0)
      .where('operation_type', '!=', 'login')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(log).toEqual({ operation_type: 'password', user_id: null })
  })

  it('stay unchanged on a platform that never ran the demo', async () => {
    await place.platform.storage.write((trx) => trx.deleteFrom('setting').where('name', '=', 'demo.since').execute())
    await place.addUser({ username: 'viewer' })
    expect(await close()).toEqual([])
  })

  it('are reset by npm run admin, which reports its arguments and the known accounts in one line', async () => {
    const { settings } = place.platform
    for (const given of [[], ['reset'], ['remove', 'admin'], ['reset', 'admin', 'secret']])
      await expect(adminCommand(given, settings)).rejects.toThrow(/^npm run admin -- reset <name>/)
    await expect(resetAccount(place.platform.storage, 'nobody')).rejects.toThrow(
      /^There is no account "nobody"\. There are root, admin, /,
    )
    if (engine === 'sqlite')
      await expect(adminCommand(['reset', 'admin'], settings)).rejects.toThrow(
        /Another process is using the data folder/,
      )
    else expect(await adminCommand(['reset', 'manager'], settings)).toMatch(/^manager \/ \S+ \(shown once/)
  })
})

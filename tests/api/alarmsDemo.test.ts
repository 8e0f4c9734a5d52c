import { expect, it, vi } from 'vitest'
import { seedCity } from '../../server/demo/seed.ts'
import { engines, openTestStorage } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

it.each(engines)(
  'demo city on %s has thresholds, contacts and alarm records in every state, each within its project',
  async (engine) => {
    const { storage, dispose } = await openTestStorage(engine)
    try {
      const now = Date.now()
      await seedCity(storage, now, 'demo.since')
      const logs = await storage.read.selectFrom('thresholdlog').selectAll().execute()
      expect(new Set(logs.map((log) => log.alarm_state))).toEqual(new Set([0, 1, 2]))
      expect(logs.length).toBeGreaterThan(100)
      for (const log of logs) {
        expect(log.alarm_time).toBeLessThanOrEqual(now)
        if (log.recovered_at !== null) expect(log.recovered_at).toBeGreaterThan(log.alarm_time)
        expect(log.is_alarm).toBe(log.recovered_at === null ? 1 : 0)
        expect(log.alarm_msg).not.toMatch(/[{}]/)
      }
      // Open alarms are what the engine finds when it starts.
      const states = await storage.read.selectFrom('alarmstate').select('log_id').execute()
      expect(states.map((state) => state.log_id).toSorted()).toEqual(
        logs
          .filter((log) => log.is_alarm === 1)
          .map((log) => log.id)
          .toSorted(),
      )
      const devices = new Map(
        (await storage.read.selectFrom('device').select(['id', 'project_id', 'devicetype_id']).execute()).map(
          (device) => [device.id, device],
        ),
      )
      const contacts = new Map(
        (await storage.read.selectFrom('alarminfo').select(['id', 'project_id']).execute()).map((contact) => [
          contact.id,
          contact.project_id,
        ]),
      )
      const nodemaps = new Map(
        (await storage.read.selectFrom('nodemap').select(['id', 'devicetype_id']).execute()).map((map) => [
          map.id,
          map.devicetype_id,
        ]),
      )
      for (const rule of await storage.read.selectFrom('threshold').selectAll().execute()) {
        for (const id of (rule.device_list ?? '').split(',').map(Number))
          expect(devices.get(id)).toMatchObject({
            project_id: rule.project_id,
            devicetype_id: nodemaps.get(rule.nodemap_id ?? 0),
          })
        for (const id of (rule.alarm_phone ?? '').split(',').map(Number)) expect(contacts.get(id)).toBe(rule.project_id)
      }
    } finally {
      await dispose()
    }
  },
)

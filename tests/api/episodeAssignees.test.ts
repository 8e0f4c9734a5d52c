import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDesk, SN, type Desk } from '../support/desk.ts'
import { users } from '../support/world.ts'

const others = vi.hoisted(() => ({ turns: 0 }))
vi.mock(import('../../server/pace.ts'), () => ({
  createYielder: () => ({
    isDue: () => true,
    turn: async () => {
      others.turns++
    },
  }),
}))

let desk: Desk
beforeAll(async () => {
  desk = await openDesk('sqlite')
})
afterAll(() => desk.dispose())

it('POST /v1/episodes/assignees reads no secrets of users and yields to other work', async () => {
  const rule = await desk.addRule()
  await desk.push(SN.air, 150)
  const { id } = await desk.newest(rule)
  const ask = () => desk.world.call('manager', 'POST', 'episodes/assignees', { ids: [id] })
  // After this call the session is cached.
  await ask()
  const read = vi.spyOn(desk.storage.read.getExecutor(), 'executeQuery')
  others.turns = 0
  expect((await ask()).data).toEqual({ user_ids: [users.super, users.manager] })
  const texts = read.mock.calls.map(([{ sql }]) => sql).filter((text) => text.includes('"systemuser"'))
  read.mockRestore()
  expect(texts).toEqual([expect.stringContaining('"menu_control"')])
  expect(texts[0]).not.toMatch(/\*|password|token/)
  expect(others.turns).toBeGreaterThanOrEqual(2)
})

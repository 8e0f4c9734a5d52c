// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { addDays, Zone } from '../../resources/kit/zone.ts'
import Cards from '../../src/dashboard/judged/Cards.tsx'
import { answerCalls, openPage } from './pageWorld.tsx'

afterEach(() => vi.unstubAllGlobals())

const zone = new Zone('UTC')
const Below = () => <Cards zone={zone} refreshCount={0} />

it('counts the alarms of 7, 15 and 30 days below judged stations too, each with the way to them', async () => {
  answerCalls({ 'GET godbThresholdlogByTimeOrId': () => ({ data: { list: [], total: 86 } }) })
  await openPage(Below, '/')
  const alarms = within(await screen.findByRole('region', { name: '报警统计' }))
  expect(await alarms.findByText('日均 12.3')).toBeTruthy()
  const today = zone.day(Date.now())
  expect(alarms.getAllByRole('link').map((way) => decodeURIComponent(way.getAttribute('href') ?? ''))).toEqual(
    [6, 14, 29].map((back) => `/monitor/threoldManage?filter={"view":"all","first":"${addDays(today, -back)}"}`),
  )
})

it('asks for none of them for who may not read them', async () => {
  const sent = answerCalls({})
  await openPage(Below, '/', ['1', '10'])
  expect(screen.queryByRole('region', { name: '报警统计' })).toBeNull()
  expect(sent.filter(({ path }) => path.startsWith('godbThresholdlog'))).toEqual([])
})

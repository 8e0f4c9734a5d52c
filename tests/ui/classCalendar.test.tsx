// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { zoneOf } from '../../resources/kit/zone.ts'
import { ClassCalendar } from '../../src/history/month/ClassCalendar.tsx'
import { startLivePlatform, wrapperFor } from './monitorWorld.tsx'

let platform: ReturnType<typeof startLivePlatform>
beforeEach(() => {
  platform = startLivePlatform()
  platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment'] }))
  platform.answers.set('environment/days', () => [
    { deviceid: 7, medium: 'air', scheme: 'HJ', days: [['2026-03-04', 62, 2, ['pm25'], 1]] },
  ])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it.each(['month', 'year'])(
  'ClassCalendar of a %s contains a text with class, index and pollutant for a day',
  async (period) => {
    render(
      <ClassCalendar
        device={7}
        medium="air"
        of="2026-03-09"
        today="2026-03-09"
        zone={zoneOf('Asia/Shanghai')}
        day={null}
        onDay={() => {}}
      />,
      { wrapper: await wrapperFor(`/?cal=${period}`) },
    )
    const cell = (await screen.findByText('2026-03-04 良 62 PM2.5')).closest('[data-verdict]')
    expect(cell?.getAttribute('data-verdict')).toBe('a2')
  },
)

it.each([
  { medium: 'air', told: ['2026-03-04', 62, 2, ['pm25'], 1], figure: '62', word: null },
  { medium: 'water', told: ['2026-03-04', null, 3, ['nh3n'], 1], figure: 'Ⅲ类', word: 'true' },
])(
  'ClassCalendar shows a class without an index as a word on its own line: $medium',
  async ({ medium, told, figure, word }) => {
    platform.answers.set('environment/days', () => [{ deviceid: 7, medium, scheme: 'HJ', days: [told] }])
    render(
      <ClassCalendar
        device={7}
        medium={null}
        of="2026-03-09"
        today="2026-03-09"
        zone={zoneOf('Asia/Shanghai')}
        day={null}
        onDay={() => {}}
      />,
      { wrapper: await wrapperFor('/') },
    )
    expect((await screen.findByText(figure)).getAttribute('data-word')).toBe(word)
  },
)

// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ClassLegend } from '../../src/monitor/map/ClassLegend.tsx'
import { MapOver } from '../../src/monitor/map/MapOver.tsx'
import { wrapperFor } from './monitorWorld.tsx'

const draw = async (phone: boolean) =>
  render(
    <MapOver
      map={{} as never}
      phone={phone}
      tools={null}
      legend={
        <ClassLegend
          quantity="aqi"
          standard="HJ633-2026"
          periods={['1h']}
          at={Date.parse('2026-11-21T04:00:00Z')}
          unplaced={0}
          unset={0}
        />
      }
      bar={null}
      sheet={null}
      saysField
      open={null}
      problem={null}
      lasted={null}
    />,
    { wrapper: await wrapperFor() },
  )
const legend = () => screen.queryByRole('group', { name: '图例' })

it('map legend is open without a button on a wide screen', async () => {
  await draw(false)
  expect(legend()).toBeTruthy()
  expect(screen.queryByRole('button', { name: '图例' })).toBeNull()
})

it('map legend opens and closes with its button on a phone', async () => {
  await draw(true)
  const button = screen.getByRole('button', { name: '图例' })
  expect([legend(), button.getAttribute('aria-expanded')]).toEqual([null, 'false'])
  expect(screen.getByText('插值仅供参考，距站点越远越淡')).toBeTruthy()
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(within(legend() as HTMLElement).getAllByRole('listitem')).toHaveLength(6)
  fireEvent.click(button)
  expect(legend()).toBeNull()
})

it('map legend shows US AQI gas limits in the displayed unit µg/m³ instead of ppb', async () => {
  const at = Date.parse('2026-11-21T04:00:00Z')
  render(<ClassLegend quantity="no2" standard="USAQI-2024" periods={['1h']} at={at} unplaced={0} unset={0} />, {
    wrapper: await wrapperFor(),
  })
  const box = legend() as HTMLElement
  expect(box.querySelector('p')?.textContent).toContain('µg/m³')
  const begins = [...box.querySelectorAll('small')].map(({ textContent }) => textContent)
  // 54, 101, 361, 650 and 1250 ppb.
  expect(begins).toEqual(['0', '101', '190', '679', '1223', '2352'])
})

it('map legend shows US AQI ozone limits for 8 h and none for mixed averaging periods', async () => {
  const at = Date.parse('2026-11-21T04:00:00Z')
  const drawn = async (periods: string[]) => {
    const { unmount } = render(
      <ClassLegend quantity="o3" standard="USAQI-2024" periods={periods} at={at} unplaced={0} unset={0} />,
      { wrapper: await wrapperFor() },
    )
    const box = legend() as HTMLElement
    const said = [
      box.querySelector('p')?.textContent,
      [...box.querySelectorAll('small')].map(({ textContent }) => textContent),
    ]
    unmount()
    return said
  }
  // 55, 71, 86 and 106 ppb; eight-hour means have no worst class.
  expect(await drawn(['8h'])).toEqual(['O₃ µg/m³ 8 小时 · USAQI-2024', ['0', '107', '139', '168', '208']])
  // Means of different lengths have no class limits in common.
  expect(await drawn(['1h', '8h'])).toEqual(['O₃ µg/m³ 1 小时 / 8 小时 · USAQI-2024', []])
})

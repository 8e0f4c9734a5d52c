// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { VideoTile } from '../../src/monitor/video/VideoTile.tsx'
import { openPage } from './pageWorld.tsx'

const video = { id: 1, name: '大门', url: '/gate.mp4', type: 0, district_id: null, positional: null }

it('video tile shows button tooltips inside the tile while it is full screen', async () => {
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })
  const Page = () => (
    <ul>
      <VideoTile video={video} area={null} />
    </ul>
  )
  await openPage(Page, '/')
  const tile = screen.getByRole('listitem', { name: '大门' })
  const names = ['暂停', '打开声音', '全屏']
  /** Tooltip text of each button, and whether it lies within the tile. */
  const said = async () => {
    const found: [text: string | null, isInTile: boolean][] = []
    for (const name of names) {
      const button = screen.getByRole('button', { name: `${name}: 大门` })
      fireEvent.mouseOver(button)
      const tooltip = await screen.findByRole('tooltip')
      found.push([tooltip.textContent, tile.contains(tooltip)])
      fireEvent.mouseLeave(button)
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    }
    return found
  }
  expect(await said()).toEqual(names.map((name) => [name, false]))
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: tile })
  expect(await said()).toEqual(names.map((name) => [name, true]))
})

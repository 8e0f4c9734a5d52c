// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { memoryStore } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { findRow } from './rows.ts'

const display = resourceOf('peizhiCenter/hmi')
const video = resourceOf('manage/video')
/** The machine may be busy, and cards come in a chunk of their own. */
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
  platform.rows.set('godbProject', [{ id: 1, name: '项目一', pin_code: 'P1' }])
  platform.rows.set('godbDistrict', [{ id: 7, name: '东区', superid: 1, project_id: 1, pin_code: 'D7' }])
  platform.rows.set('godbDatashow', [
    { ...sample(display, 1), name: '甲屏', istop: 1, project_id: 1 },
    { ...sample(display, 2), name: '乙屏', istop: 0, project_id: 1 },
  ])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const cards = (keys: string[] | null = null) =>
  openScreen(display, `/${display.path}`, { keys, store: memoryStore({ [`view.${display.path}.5`]: 'cards' }) })

describe('display screens', () => {
  it('are pinned to the top from their card, unless they are already pinned', async () => {
    const { toasts } = await cards()
    const top = await screen.findByRole('article', { name: '甲屏' })
    expect(within(top).getByRole('button', { name: '已置顶: 甲屏' })).toHaveProperty('disabled', true)
    fireEvent.click(within(screen.getByRole('article', { name: '乙屏' })).getByRole('button', { name: '置顶: 乙屏' }))
    await waitFor(() => expect(toasts).toContain('display.madeTop'))
    expect(platform.sent.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
      'godbDatashowMakeTop/2',
    ])
  })

  it('show their background as cover if they have none, but only from the same host', async () => {
    const drawnOn = (background: unknown) => ({ imginfo: '', jsondata: JSON.stringify({ main: { background } }) })
    platform.rows.set('godbDatashow', [
      { ...sample(display, 1), name: '甲屏', project_id: 1, ...drawnOn('/upload/back.png') },
      { ...sample(display, 2), name: '乙屏', project_id: 1, ...drawnOn('//elsewhere.example/back.png') },
      { ...sample(display, 3), name: '丙屏', project_id: 1, imginfo: '', jsondata: '[null]' },
    ])
    await cards()
    const picture = async (name: string) =>
      (await screen.findByRole('article', { name })).querySelector('img')?.getAttribute('src')
    expect(await picture('甲屏')).toBe('/upload/back.png')
    for (const name of ['乙屏', '丙屏']) expect(await picture(name)).toBeUndefined()
  })

  it('show why the editor cannot be opened', async () => {
    await cards(['6-1'])
    await screen.findByRole('article', { name: '甲屏' })
    screen.getByRole('button', { name: /编辑画面：甲屏.*权限类型 2、3、4/ })
    expect(screen.queryByRole('link', { name: /编辑画面/ })).toBeNull()
  })

  it('offer pinning and the editor in their row, and properties in its menu', async () => {
    const { location } = await openScreen(display, `/${display.path}`)
    const row = within(await findRow(/甲屏/))
    expect(row.getByRole('button', { name: '已置顶: 甲屏' })).toHaveProperty('disabled', true)
    row.getByRole('button', { name: /^编辑画面：甲屏/ })
    expect(row.queryByRole('button', { name: '编辑 甲屏' })).toBeNull()
    fireEvent.click(row.getByRole('button', { name: '甲屏 的更多操作' }))
    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(entries).toEqual(['编辑大屏', '删除大屏'])
    fireEvent.click(screen.getByRole('menuitem', { name: '编辑大屏' }))
    await waitFor(() => expect(location.current).toBe(`/${display.path}/1`))
  })

  it('offer all actions in the menu on a phone', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width: 599'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    await openScreen(display, `/${display.path}`)
    fireEvent.click(await screen.findByRole('button', { name: '甲屏 的更多操作' }))
    expect((await screen.findByRole('menuitem', { name: '已置顶' })).getAttribute('aria-disabled')).toBe('true')
    screen.getByRole('menuitem', { name: /编辑画面/ })
    screen.getByRole('menuitem', { name: '编辑大屏' })
  })
})

describe('video form', () => {
  it('switches between address and picture, and keeps the entered address', async () => {
    await openScreen(video, `/${video.path}/create`)
    const dialog = await screen.findByRole('dialog')
    const source = () => within(dialog).queryByRole<HTMLInputElement>('textbox', { name: /^来源/ })
    await waitFor(() => expect(source()).not.toBeNull())
    fireEvent.change(source() ?? dialog, { target: { value: 'https://a.example/1.m3u8' } })
    fireEvent.click(within(dialog).getByRole('radio', { name: /上传图片/ }))
    await within(dialog).findByRole('button', { name: '上传图片: 图片' })
    expect(source()).toBeNull()
    fireEvent.click(within(dialog).getByRole('radio', { name: /视频地址/ }))
    await waitFor(() => expect(source()?.value).toBe('https://a.example/1.m3u8'))
  })

  it('rejects a file of another type before uploading it', async () => {
    await openScreen(video, `/${video.path}/create`)
    fireEvent.click(await screen.findByRole('radio', { name: /上传图片/ }))
    await screen.findByRole('button', { name: '上传图片: 图片' })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('no file input')
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.txt', { type: 'text/plain' })] } })
    await screen.findByText('请上传 png、jpg 或 gif 图片')
    expect(platform.sent.some(({ path }) => path === 'UploadImg')).toBe(false)
  })
})

// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { extendResources } from '../../resources/extend.ts'
import { resourceOf } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { findRow, getRow } from './rows.ts'

const spareParts = JSON.parse(readFileSync('examples/spare-part.json', 'utf8')) as Resource
const PATH = 'fieldwork/sparePart'

let platform: FakePlatform
/** Adds the spare parts' entity to the platform, as a file may define it. */
const join = (more: Partial<Resource> = {}, ...others: Resource[]): void => {
  extendResources([{ ...spareParts, ...more }, ...others])
  platform = startPlatform()
}
beforeEach(() => join())
afterEach(() => {
  vi.unstubAllGlobals()
  extendResources([])
})

describe('import of an entity defined by a file', () => {
  it('is offered with permission, and opens at its address', async () => {
    expect(spareParts.tools).toBeUndefined()
    const { location } = await openScreen(resourceOf(PATH), `/${PATH}`, { keys: ['11-2', '11-2-5'] })
    fireEvent.click(await screen.findByRole('button', { name: '导入' }))
    await screen.findByRole('dialog')
    expect(location.current).toBe(`/${PATH}/import`)
  })

  it('is not offered without permission', async () => {
    await openScreen(resourceOf(PATH), `/${PATH}`, { keys: ['11-2'] })
    await findRow(/文本7/)
    expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  })

  it('is not offered without CSV columns', async () => {
    join({ csv: undefined })
    await openScreen(resourceOf(PATH), `/${PATH}`)
    await findRow(/文本7/)
    expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  })
})

describe.each([0, 1] as const)('tree of an entity defined by a file, with root %i', (root) => {
  const parent = { type: 'ref', label: ['上级备件', '上層備品', 'Parent part'], to: PATH, required: true } as const
  beforeEach(() => {
    join({
      fields: {
        ...spareParts.fields,
        part_no: { type: 'text', label: ['备件编号', '備品編號', 'Part number'] },
        parent_id: parent,
      },
      form: [{ fields: ['name', 'parent_id'] }],
      list: ['name', 'parent_id'],
      tree: { parent: 'parent_id', root },
    })
    const row = sample(resourceOf(PATH))
    platform.rows.set('sparePart', [
      { ...row, id: 7, name: '主件', parent_id: root },
      { ...row, id: 8, name: '子件', parent_id: 7 },
    ])
  })

  it('shows records below their parents, and "top level" as parent of the first ones', async () => {
    await openScreen(resourceOf(PATH), `/${PATH}`)
    const row = await findRow(/主件/)
    await within(row).findByText('顶级')
    // Branches are expanded.
    within(row).getByRole('button', { name: '收起 主件' })
    expect(getRow(/子件/)).toBeTruthy()
  })

  it('preselects the top level for a new record', async () => {
    const { location } = await openScreen(resourceOf(PATH), `/${PATH}/create`, { keys: ['11-2', '11-2-2'] })
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(within(dialog).getByLabelText<HTMLInputElement>(/^上级备件/).value).toBe('顶级'))
    fireEvent.change(within(dialog).getByLabelText(/^备件名称/), { target: { value: '新件' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(location.current).toBe(`/${PATH}`))
    expect(platform.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: '新件', parent_id: root })
  })
})

describe('secret field of an entity defined by a file', () => {
  beforeEach(() => {
    const pin = { type: 'text', label: ['密钥', '密鑰', 'Key'], secret: true, required: true } as const
    join({ fields: { ...spareParts.fields, pin }, form: [{ fields: ['name', 'pin'] }], list: ['name'] })
    const { pin: _pin, ...row } = sample(resourceOf(PATH))
    platform.rows.set('sparePart', [row])
  })

  it('is an empty password input, and not sent if left empty', async () => {
    const { location } = await openScreen(resourceOf(PATH), `/${PATH}/7`)
    const dialog = await screen.findByRole('dialog')
    const input = await within(dialog).findByLabelText<HTMLInputElement>(/^密钥/)
    expect([input.type, input.value]).toEqual(['password', ''])
    within(dialog).getByText('已保存的内容不显示；留空则不变')
    fireEvent.change(within(dialog).getByLabelText(/^备件名称/), { target: { value: '改名' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(location.current).toBe(`/${PATH}`))
    expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ name: '改名' })
  })

  it('is sent if entered', async () => {
    await openScreen(resourceOf(PATH), `/${PATH}/7`)
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(await within(dialog).findByLabelText(/^密钥/), { target: { value: 'neu' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({ pin: 'neu' }))
  })

  it('is required for a new record', async () => {
    await openScreen(resourceOf(PATH), `/${PATH}/create`)
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(await within(dialog).findByLabelText(/^备件名称/), { target: { value: '新件' } })
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await within(dialog).findByText('必填')
    expect(platform.sent.some(({ method }) => method === 'POST')).toBe(false)
  })
})

it.each([
  ['is shown', 'spare-part.json', 1],
  ['is not shown for a valid file', undefined, 0],
] as const)('notice of an invalid entity file %s', async (_what, lastGood, count) => {
  extendResources([{ ...spareParts, ...(lastGood && { lastGood }) }])
  platform = startPlatform()
  await openScreen(resourceOf(PATH), `/${PATH}`)
  await findRow(/文本7/)
  expect(
    screen.queryAllByText('定义文件 spare-part.json 现在无法使用，本页仍按上一次正确的定义运行；原因见服务器日志'),
  ).toHaveLength(count)
})

it('help of an entity defined by a file shows the text of its definition', async () => {
  join({ help: ['库房里的备件', '庫房裡的備品', 'What lies in the store'] })
  await openScreen(resourceOf(PATH), `/${PATH}`)
  fireEvent.click(await screen.findByRole('button', { name: '使用说明' }))
  await screen.findByText('库房里的备件')
})

it('entity defined by a file has no help button without a help text', async () => {
  expect(spareParts.help).toBeUndefined()
  await openScreen(resourceOf(PATH), `/${PATH}`)
  await findRow(/文本7/)
  expect(screen.queryByRole('button', { name: '使用说明' })).toBeNull()
})

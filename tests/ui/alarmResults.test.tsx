// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { readAlarmResults } from '../../resources/kit/alarmResults.ts'
import { extensions } from '../../resources/kit/extensions.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { giveElementsASize } from './elementSizes.ts'

const project = resourceOf('permissionCenter/project')
let platform: FakePlatform

beforeEach(() => {
  forgetCapabilities()
  giveElementsASize()
  platform = startPlatform()
  platform.announced = extensions
  const alarm_results = '[{"id":"r1","label":["已校准","","Calibrated"],"false":0}]'
  platform.rows.set('godbProject', [{ id: 1, name: '项目一', ico: '/upload/a.png', alarm_results }])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const saved = () => platform.sent.findLast(({ method }) => method === 'PUT')?.body

describe('alarm results in the project form', () => {
  it('are rows with a required name in three languages and a "counts as false alarm" box', async () => {
    await openScreen(project, '/permissionCenter/project/1')
    const dialog = await screen.findByRole('dialog')
    const line = (number: number) => within(within(dialog).getByRole('group', { name: `结果 ${number}` }))
    fireEvent.click(await within(dialog).findByRole('button', { name: '添加结果' }))
    expect((line(1).getByRole('textbox', { name: '英文' }) as HTMLInputElement).value).toBe('Calibrated')
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    expect(await within(dialog).findByText('每个结果须有名称，最多 40 个字符')).toBeTruthy()
    fireEvent.change(line(2).getByRole('textbox', { name: '简体中文' }), { target: { value: ' 虫子 ' } })
    fireEvent.blur(line(2).getByRole('textbox', { name: '简体中文' }))
    fireEvent.click(line(2).getByRole('checkbox', { name: '按误报计' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(saved()).toBeTruthy())
    expect(readAlarmResults(saved()?.['alarm_results'])).toEqual([
      { id: 'r1', label: ['已校准', '', 'Calibrated'], isFalse: false },
      { id: expect.stringMatching(/^r\d+$/), label: ['虫子', '', ''], isFalse: true },
    ])
  })

  it('are saved as an empty string after the last row is removed', async () => {
    await openScreen(project, '/permissionCenter/project/1')
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(await within(dialog).findByRole('button', { name: '移除结果 1' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
    await waitFor(() => expect(saved()).toMatchObject({ alarm_results: '' }))
  })
})

// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { fillGateway, openForm, type } from './gatewayForm.ts'

const device = resourceOf('manage/device')
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
  platform.rows.set('godbProject', [
    { id: 1, name: '项目一' },
    { id: 2, name: '项目二' },
  ])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('entity form', () => {
  it('does not mark an empty required field as missing until it has been edited', async () => {
    const { dialog, name } = await openForm('/manage/gateway/create')
    const told = () => within(dialog).queryAllByText('必填')
    const passThrough = async () => {
      fireEvent.blur(name)
      // The problem at another field shows that the form has validated.
      type(within(dialog).getByLabelText(/^注册码/), 'abc')
      fireEvent.blur(within(dialog).getByLabelText(/^注册码/))
      await within(dialog).findByText('只能使用数字')
    }
    await passThrough()
    expect(told()).toHaveLength(0)
    type(name, 'x')
    type(name, '')
    fireEvent.blur(name)
    await waitFor(() => expect(told()).toHaveLength(1))
    await fillGateway(dialog)
    fireEvent.click(within(dialog).getByRole('button', { name: '保存并继续新建' }))
    await waitFor(() => expect(name.value).toBe(''))
    await passThrough()
    expect(told()).toHaveLength(0)
  })

  it('does not report the record it has just created as a duplicate', async () => {
    forgetCapabilities()
    let held: string | undefined
    platform.refuse = ({ method, path, query, body }) => {
      if (path === 'capabilities') return { status: 200, code: 0, msg: '', data: { extensions: ['taken'] } }
      if (method === 'POST') held = String(body['regcode'])
      return path === 'taken/godbGateway'
        ? { status: 200, code: 0, msg: '', data: { taken: query['value'] === held } }
        : null
    }
    platform.secret = { credential: 'gw_abc' }
    const { dialog, save } = await openForm('/manage/gateway/create')
    await fillGateway(dialog)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    fireEvent.blur(within(dialog).getByLabelText(/^注册码/))
    fireEvent.click(save)
    await screen.findByRole('alertdialog', { name: '请保存以下内容' })
    // Longer than the form's debounce before it asks.
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(within(dialog).queryByText('已被使用')).toBeNull()
    expect(platform.sent.filter(({ path }) => path.startsWith('taken'))).toEqual([])
  })

  it('requires 7 characters for changed numbers, and a provider for an ICCID', async () => {
    platform.rows.set('godbDevice', [
      {
        ...sample(device, 7),
        name: '水位站',
        sn: '1002',
        sn_key: { String: 'abc', Valid: true },
        iccid: { String: '', Valid: false },
        iccid_firm: null,
      },
    ])
    await openScreen(device, '/manage/device/7')
    const dialog = await screen.findByRole('dialog')
    const problems = () =>
      Object.fromEntries(
        [...dialog.querySelectorAll('[data-field]:has([data-part=problem])')].map((field) => [
          field.getAttribute('data-field'),
          field.querySelector('[data-part=problem]')?.textContent,
        ]),
      )
    type(await within(dialog).findByLabelText(/^设备编号/), '100299')
    type(within(dialog).getByLabelText(/^附加编号名/), '铭牌号')
    type(within(dialog).getByLabelText(/^ICCID/), '8986000001')
    const save = within(dialog).getByRole('button', { name: '保存' })
    fireEvent.click(save)
    await waitFor(() =>
      expect(problems()).toEqual({ sn: '至少 7 个字符', sn_key: '至少 7 个字符', iccid_firm: '必填' }),
    )
    // A stored value was not typed here.
    type(within(dialog).getByLabelText(/^设备编号/), '1002')
    type(within(dialog).getByLabelText(/^附加编号名/), 'abc')
    await waitFor(() => expect(problems()).toEqual({ iccid_firm: '必填' }))
    type(within(dialog).getByLabelText(/^设备编号/), '1002999')
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: /^SIM 运营商/ }))
    fireEvent.click(await screen.findByRole('option', { name: '中国移动' }))
    fireEvent.click(save)
    await waitFor(() =>
      expect(platform.sent.find(({ method }) => method === 'PUT')?.body).toEqual({
        sn: '1002999',
        iccid: { String: '8986000001', Valid: true },
        iccid_firm: 0,
      }),
    )
  })
})

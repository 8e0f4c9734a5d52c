import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import type { Values } from '../../resources/kit/validate.ts'
import { openScreen, type FakePlatform } from './crudWorld.tsx'

const threshold = resourceOf('alarmConfig/threshold')

/** A rule as the platform returns it: one limit over one node of one device. */
export const rule: Values = {
  id: 7,
  name: '规则一',
  project_id: 1,
  district_id: 4,
  device_list: '11',
  nodemap_id: 21,
  com_oper: 0,
  params_x: 75,
  params_y: null,
  hold_time: 10,
  alarm_interval: 0,
  alert_level: 3,
  enable: 1,
  alarm_msg: '超标',
  alarm_phone: { String: '', Valid: false },
  alarm_email: { String: '', Valid: false },
  alarm_wechat: { String: '', Valid: false },
  back_msg: { String: '', Valid: false },
  enable_back: 0,
  enable_ganged: 0,
}

/**
 * Opens the editor of a rule with the given changes. Returns how a user finds and chooses in it, and what saving sends.
 */
export async function openRule(platform: FakePlatform, change: Values = {}) {
  platform.rows.set('godbThreshold', [{ ...rule, ...change }])
  await openScreen(threshold, '/alarmConfig/threshold/7')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(/^阈值名称/)
  const box = (name: RegExp) => within(dialog).findByRole('combobox', { name })
  return {
    dialog,
    box,
    async choose(name: RegExp, option: string) {
      fireEvent.mouseDown(await box(name))
      fireEvent.click(await screen.findByRole('option', { name: option }))
    },
    /** Saves, and returns what was sent. */
    async saved(): Promise<Values> {
      fireEvent.click(within(dialog).getByRole('button', { name: '保存' }))
      const put = () => platform.sent.find(({ method, path }) => method === 'PUT' && path === 'godbThreshold/7')
      await waitFor(() => expect(put()).toBeDefined())
      return put()?.body as Values
    },
  }
}

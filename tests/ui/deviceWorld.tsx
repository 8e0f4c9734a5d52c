import { screen } from '@testing-library/react'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform, type Sent } from './crudWorld.tsx'

// A rule's 48 values make a large form, which takes time to draw.

export const device = resourceOf('manage/device')
const gateway = resourceOf('manage/gateway')

export type DeviceWorld = {
  platform: FakePlatform
  /** Answers to calls that are not CRUD, by the beginning of the path. */
  answers: Record<string, unknown>
  /** Returns those answers; `platform.refuse` uses it unless a test replaces it. */
  usual: FakePlatform['refuse']
}

/** A platform with a gateway, a device and its virtual rule. */
export function startDevices(): DeviceWorld {
  const platform = startPlatform()
  platform.rows.set('godbDeviceAi', [{ ...sample(resourceOf('manage/device/virtual')), amend_type: '1' }])
  forgetCapabilities()
  const answers: Record<string, unknown> = {
    capabilities: { extensions: ['credential'] },
    godbGatewayById: { ...sample(gateway), name: '网关七' },
    godbDeviceState: [],
  }
  const usual = ({ path }: Sent) => {
    const known = Object.keys(answers).find((start) => path.split('/')[0] === start || path.endsWith(`/${start}`))
    return known === undefined ? null : { status: 200, code: 0, msg: '', data: answers[known] }
  }
  platform.refuse = usual
  return { platform, answers, usual }
}

export async function openDialog(url: string, keys: string[] | null = null) {
  const view = await openScreen(url.startsWith('/manage/gateway') ? gateway : device, url, { keys })
  return { ...view, dialog: await screen.findByRole('dialog') }
}

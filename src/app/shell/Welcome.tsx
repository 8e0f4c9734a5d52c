import { useNotify } from 'ra-core'
import { useEffect, useEffectEvent } from 'react'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { useCaller } from '../../kit/index.ts'
import { lacking } from '../account/platform.ts'

/** Says once that signing in has worked (spec 1, messages), and to a super administrator where the platform lacks something. */
export function Welcome() {
  const notify = useNotify()
  const informed = isSuper(useCaller())
  const tell = useEffectEvent(async () => {
    if (!informed) return
    const { extensions, known } = await loadCapabilities()
    const count = lacking(extensions).length
    if (known && count > 0) notify('abilities.notice', { type: 'info', messageArgs: { count }, autoHideDuration: 8000 })
  })
  useEffect(() => {
    notify('shell.welcome', { type: 'success' })
    void tell()
  }, [notify])
  return null
}

import { useNotify } from 'ra-core'
import { useEffect } from 'react'

/** Says once that signing in has worked (spec 1, messages). */
export function Welcome() {
  const notify = useNotify()
  useEffect(() => notify('shell.welcome', { type: 'success' }), [notify])
  return null
}

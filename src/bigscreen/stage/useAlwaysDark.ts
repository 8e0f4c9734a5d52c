import { useLayoutEffect } from 'react'
import { applyMode, onModeChange } from '../../kit/theme/mode.ts'

/** The big screen is dark whatever the console is (design §5). It is said on the document, from where charts and popovers take their colours. */
export function useAlwaysDark(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const darken = () => {
      dataset['theme'] = 'dark'
      dataset['screen'] = 'big'
    }
    darken()
    const stop = onModeChange(darken)
    return () => {
      stop()
      delete dataset['screen']
      applyMode()
    }
  }, [])
}

import { useLayoutEffect } from 'react'
import { applyMode, onModeChange } from '../../kit/theme/mode.ts'

/**
 * Makes the big screen dark, whatever the console's mode (design §5). Set on the document, where charts and popovers
 * read their colours.
 */
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

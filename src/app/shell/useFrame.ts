import { useState } from 'react'
import { useMedia } from '../../kit/useMedia.ts'

/** Below 900 the menu is a drawer; up to 1366 it starts collapsed (spec 1 §2.4). A choice of the user's is kept. */
export function useFrame() {
  const narrow = useMedia('(max-width: 899.95px)')
  const small = useMedia('(max-width: 1366px)')
  const [chosen, setChosen] = useState(readChoice)
  const collapsed = chosen ?? small
  const toggle = () => {
    setChosen(!collapsed)
    writeChoice(!collapsed)
  }
  return { narrow, collapsed, toggle }
}

const KEY = 'menu-collapsed'

/** Kept for the session: a later visit on another screen starts by its width again. */
function readChoice(): boolean | null {
  try {
    const stored = sessionStorage.getItem(KEY)
    return stored === null ? null : stored === '1'
  } catch {
    return null
  }
}

function writeChoice(collapsed: boolean): void {
  try {
    sessionStorage.setItem(KEY, collapsed ? '1' : '0')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

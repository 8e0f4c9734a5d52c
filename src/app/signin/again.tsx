import { createRoot } from 'react-dom/client'
import { askMe, type Me } from '../../../authProvider/me.ts'
import { onSessionChange, readSession } from '../../../authProvider/session.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { loadSigninTexts, translator } from '../../../i18n/signin.ts'
import { loadSettings } from '../../kit/hooks/settings.ts'
import { SignInAgain } from './SignInAgain.tsx'
import css from './again.module.css'

/**
 * Opens the sign-in over the page, which stays as it is below. Resolves when the user of `me` is signed in again, here
 * or in another tab. If another user signs in, it calls `onOther` and never resolves.
 *
 * Uses the browser's <dialog>: it lies above every layer of the console, also in full screen, and nothing below it can
 * be reached meanwhile, whatever traps the focus there.
 */
export async function signInAgain(me: Me, onOther: () => void): Promise<void> {
  const [texts, settings] = await Promise.all([loadSigninTexts(currentLanguage()), loadSettings()])
  const dialog = document.createElement('dialog')
  dialog.className = css.over ?? ''
  // Escape must not close the sign-in, and keys typed here must not reach the page's shortcuts.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  for (const type of ['keydown', 'keyup', 'keypress', 'paste'])
    dialog.addEventListener(type, (event) => event.stopPropagation())
  document.body.append(dialog)
  dialog.showModal()
  const root = createRoot(dialog)
  let stopListening = () => {}
  try {
    await new Promise<void>((resolve) => {
      const settle = (found: Me) => (found.caller.id === me.caller.id ? resolve() : onOther())
      root.render(
        <SignInAgain
          me={me}
          t={translator(texts)}
          min={settings.passwordMin}
          labelDialog={labelled}
          onSignedIn={settle}
        />,
      )
      stopListening = onSessionChange(() => {
        if (readSession())
          void askMe()
            .then((found) => found.mustChangePassword || settle(found))
            .catch(() => {})
      })
    })
  } finally {
    stopListening()
    root.unmount()
    dialog.close()
    dialog.remove()
  }

  function labelled(id: string): void {
    dialog.setAttribute('aria-labelledby', id)
  }
}

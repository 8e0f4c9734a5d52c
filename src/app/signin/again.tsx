import { createRoot } from 'react-dom/client'
import { askMe, type Me } from '../../../authProvider/me.ts'
import { onSessionChange, readSession } from '../../../authProvider/session.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { loadSigninTexts, translator } from '../../../i18n/signin.ts'
import { loadSettings } from '../../kit/hooks/settings.ts'
import { SignInAgain } from './SignInAgain.tsx'
import css from './again.module.css'

/**
 * Opens the sign-in over the page, which stays as it is below. Answers when the user of `me` is signed in again, here or in another tab. Where another user
 * is, it calls `onOther` and never answers.
 *
 * A <dialog> of the browser's: it lies above every layer of the console, also in full screen, and nothing below it can be reached meanwhile, whatever traps the
 * focus there.
 */
export async function signInAgain(me: Me, onOther: () => void): Promise<void> {
  const [texts, settings] = await Promise.all([loadSigninTexts(currentLanguage()), loadSettings()])
  const dialog = document.createElement('dialog')
  dialog.className = css.over ?? ''
  // Escape closes no sign-in, and the page's keys are not for what is typed here.
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

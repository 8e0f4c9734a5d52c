import { createRoot } from 'react-dom/client'
import type { Me } from '../../../authProvider/me.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { loadSigninTexts } from '../../../i18n/signin.ts'
import { SignInPage } from './SignInPage.tsx'

/**
 * Shows the sign-in page in `element`: React and plain style sheets, nothing of react-admin or MUI. With `me`, who is signed in already,
 * it asks for a new password first. `done` is called when it has given way to the console, or to itself.
 */
export async function openSignIn(element: HTMLElement, me: Me | null, done: () => void): Promise<void> {
  const texts = await loadSigninTexts(currentLanguage())
  const root = createRoot(element)
  const leave = () => {
    root.unmount()
    done()
  }
  root.render(<SignInPage me={me} texts={texts} onDone={leave} />)
}

import { createRoot } from 'react-dom/client'
import type { Me } from '../../../authProvider/me.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { loadSigninTexts } from '../../../i18n/signin.ts'
import { SignInPage } from './SignInPage.tsx'

/**
 * Shows the sign-in page in `element`, with React and plain style sheets, without react-admin or MUI. With `me`, a user
 * who is already signed in, it requires a new password first. `done` is called after the page was removed, to show the
 * console, or the sign-in page again.
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

import { announced, announcesJoined, forgetCapabilities, loadCapabilities } from '../authProvider/capabilities.ts'
import { announceSignIn, onSessionEnd, signedInAgain, signingIn } from '../authProvider/again.ts'
import { askMe, forgetMe, isSignedOut, loadMe, type Me } from '../authProvider/me.ts'
import { clearSession, markSignedIn, onSessionChange, readSession } from '../authProvider/session.ts'
import { configureHttp, doesNotAnswer } from '../dataProvider/http.ts'
import { loadJoined } from '../dataProvider/joined.ts'
import { applyLanguage, bootText, currentLanguage } from '../i18n/language.ts'
import { languageTag } from '../i18n/types.ts'
import { mayOpen } from '../resources/kit/access.ts'
import type { bigScreen, customPages } from '../resources/menu.ts'
import { startPrefetch, dropPrefetch } from './live/states/statesPrefetch.ts'
import { RESTART_INTERVAL_MS, restartWhenThere } from './kit/states/restart.ts'
import { openPaths, originOf, signInPath } from './app/origin.ts'
import { keepCompositionApart } from './kit/composition.ts'
import { loadSettings } from './kit/hooks/settings.ts'
import { applyMode, onModeChange } from './kit/theme/mode.ts'
import './kit/theme/tokens.css'
import './kit/theme/base.css'
import { idle } from './kit/hooks/idle.ts'

// The entry decides which half of the product this browser needs, the sign-in page or the console, and loads only that one. Whether
// somebody is signed in is settled here, before react-admin exists: its own redirects are slow, and sign-in must stay small.

/** The page most people open first: what it asks the platform is asked for beside its code. */
const live = { key: '2-1', path: '/monitor/data' } satisfies Pick<(typeof customPages)[number], 'key' | 'path'>

/** All that a wall screen shows. */
const wallPath = '/BigScreen' satisfies (typeof bigScreen)['path']

keepCompositionApart()
applyMode()
applyLanguage()
onModeChange(() => {})
configureHttp({
  token: () => readSession()?.token ?? null,
  languageTag: () => languageTag[currentLanguage()],
  announces: announced,
  // Another tab may have signed in meanwhile.
  onSignedOut: (token) => {
    if (readSession()?.token === token) clearSession()
  },
  signingIn,
  signedInAgain,
})
void show()
registerOffline()

async function show(fresh = false): Promise<void> {
  try {
    if (readSession()) await showConsole(fresh)
    else if (openPaths.includes(location.pathname)) await showOpen()
    else await showSignIn(null)
  } catch (failure) {
    if (isSignedOut(failure)) await show()
    else {
      const isAway = doesNotAnswer(failure)
      if (!isAway) reportError(failure)
      showFailure(isAway)
    }
  }
}

/** Everything the first signed-in page needs is asked for at the same time. `fresh`: somebody has just signed in. */
async function showConsole(fresh: boolean): Promise<void> {
  markSignedIn(true)
  const start = fresh ? performance.now() : 0
  const code = import('./app/console.tsx')
  code.catch(() => {})
  const asking = loadMe()
  const joining = loadJoined(announcesJoined())
  // The console draws nothing before it knows the platform's time zone.
  void loadSettings()
  if (location.pathname === live.path) startPrefetch(start)
  warmUpDates()
  const me = await asking
  if (me.mustChangePassword) return showSignIn(me)
  // All that a wall screen is answered is the big screen.
  if (me.wall) history.replaceState(null, '', wallPath)
  if (location.pathname === signInPath) history.replaceState(null, '', originOf(history.state))
  if (['/', live.path].includes(location.pathname) && mayOpen(me.caller, live.key)) startPrefetch(start)
  void loadCapabilities()
  const [{ openConsole }, joined] = await Promise.all([code, joining])
  const ask = () => askToSignIn(me)
  onSessionEnd(ask)
  // While the user signs out, calls under way find their session ended: they end with the page, unless the user stays on it.
  let stay = () => {}
  const stayed = new Promise<void>((resolve) => (stay = resolve))
  const beforeLeave = () => onSessionEnd(() => stayed.then(ask))
  takeAway = await openConsole(root(), joined, { me, leave: () => leave(stay), beforeLeave, fresh })
  onSessionChange(() => void followOtherTab(me))
  // It is there when it is needed, also where a new version has come in the meantime.
  void idle(30_000).then(() => import('./app/signin/again.tsx').catch(() => {}))
}

/** A browser's first format of dates takes it a hundred times as long as the next (kit/hooks/useZone.ts asks for one): it has the time while it waits for the code. */
function warmUpDates(): void {
  new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).resolvedOptions()
}

/** The sign-in over the page. Where it cannot be loaded, the page is: what is unsaved the browser asks about. */
async function askToSignIn(me: Me): Promise<void> {
  try {
    const { signInAgain } = await import('./app/signin/again.tsx')
    await signInAgain(me, closeForOther)
  } catch {
    location.reload()
    return new Promise(() => {})
  }
  forgetMe()
}

/** Another tab has signed out, or in: as the same user, whose page goes on, or as another. */
async function followOtherTab(me: Me): Promise<void> {
  if (signingIn()) return
  if (!readSession()) return void signedInAgain(null)
  const found = await askMe().catch(() => null)
  if (found === null) return
  if (found.caller.id === me.caller.id) announceSignIn()
  else closeForOther()
}

/** Takes the console away, with its questions before it is left. */
let takeAway = () => {}

/** Another user is signed in: nothing that was shown or typed stays, and nobody is asked about it. */
function closeForOther(): void {
  takeAway()
  document.body.replaceChildren()
  location.reload()
}

/** A page that is there for everybody: registering, the city, what does not exist. */
async function showOpen(): Promise<void> {
  const { openPage } = await import('./app/signin/open.tsx')
  await openPage(root(), location.pathname)
}

/** `me`: signed in already, but the password must be changed first. */
async function showSignIn(me: Me | null): Promise<void> {
  dropPrefetch()
  if (location.pathname !== signInPath) history.replaceState({ from: here() }, '', signInPath)
  // Whether there is a captcha, and accounts to try: with the form, not a moment after it.
  void loadSettings()
  const { openSignIn } = await import('./app/signin/index.tsx')
  await openSignIn(root(), me, () => {
    forgetMe()
    forgetCapabilities()
    void show(true)
  })
}

/**
 * To the sign-in page after signing out, by a full load, so that nothing of the last user stays in memory. Who has unsaved work may stay, at what
 * they are asked by the browser: the page is then as with any other session that has ended.
 */
function leave(stay: () => void): void {
  const place = here()
  const { state } = history
  history.replaceState(null, '', signInPath)
  location.reload()
  setTimeout(() => {
    history.replaceState(state, '', place)
    stay()
    void signedInAgain(null)
  }, STAYED)
}

/** How long a page is on its way out at most, ms. */
const STAYED = 10_000

/**
 * Neither half could be loaded, or the platform does not answer (`away`): plain words, and another try, which comes by itself too: nobody stands at a
 * wall to press it.
 */
function showFailure(away: boolean): void {
  const { failed, away: noAnswer, retry } = bootText[currentLanguage()]
  const box = Object.assign(document.createElement('div'), { id: 'boot' })
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: retry,
    onclick: () => location.reload(),
  })
  box.append(Object.assign(document.createElement('p'), { textContent: away ? noAnswer : failed }), button)
  box.setAttribute('role', 'alert')
  root().replaceChildren(box)
  setInterval(
    () => void (away ? openWhenItAnswers() : restartWhenThere()),
    away ? ASK_INTERVAL_MS : RESTART_INTERVAL_MS,
  )
}

/** How often a platform that does not answer is asked again, ms. */
const ASK_INTERVAL_MS = 5000

/** By a full load, as the user would: also where the platform now says that the session has ended. */
async function openWhenItAnswers(): Promise<void> {
  const answered = await loadMe().then(
    () => true,
    (failure: unknown) => !doesNotAnswer(failure),
  )
  if (answered) location.reload()
}

function root(): HTMLElement {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  return element
}

function here(): string {
  return location.pathname + location.search + location.hash
}

/** Brings public/sw.js to the browser, once everything the first page needs is there. Not in development, where files change under it. */
function registerOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A browser that refuses (private window, blocked storage) only lacks the offline page.
  const register = (): unknown => navigator.serviceWorker.register('/sw.js').catch(() => {})
  const whenIdle = (): unknown => idle(30_000).then(register)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

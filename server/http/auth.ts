import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSuper } from '../../resources/kit/access.ts'
import { mayRead, type Read } from '../../resources/reads.ts'
import { ApiError, forbidden, signedOut } from '../errors.ts'
import type { Platform, SignedIn } from '../platform.ts'
import { isWallCall } from './wallCalls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user of the request; null only on public calls. Use signedInOf to read it. */
    signedIn: SignedIn | null
  }
  interface FastifyContextConfig {
    /**
     * Marks a call under /v1 that needs no signed-in user. All other calls need one; the access test has the list of
     * the public ones.
     */
    public?: true
    /** Marks a call that is open even to a user who still has to choose a new password. */
    beforeNewPassword?: true
    /**
     * Marks a call that is open even to a registered user without a project; so is every call with beforeNewPassword.
     */
    beforeProject?: true
    /** The kind of data that the call reads: a caller who holds none of its keys is refused. */
    reads?: Read
  }
}

/** Authenticates each request before anything of its body is read. */
export function registerAuth(app: FastifyInstance, platform: Pick<Platform, 'sessions'>): void {
  app.decorateRequest('signedIn', null)
  app.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions
    if (!isProtected(url ?? request.url) || config?.public === true) return
    const token = bearerOf(request)
    const signedIn = token === null ? null : await platform.sessions.find(token)
    if (!signedIn) throw signedOut()
    if (signedIn.wall && !isWallCall(request.method, url ?? '')) throw new ApiError(403, 'error.wall')
    if (signedIn.user.changepassword === 1 && config?.beforeNewPassword !== true)
      throw new ApiError(403, 'error.firstPassword')
    // A newly registered user sees nothing of the platform until an administrator grants access (wire.md,
    // RegisterSystemuser).
    const waits = !isSuper(signedIn.caller) && signedIn.caller.project_id === null
    if (waits && config?.beforeNewPassword !== true && config?.beforeProject !== true)
      throw new ApiError(403, 'error.register.waiting')
    if (config?.reads !== undefined && !mayRead(signedIn.caller, config.reads)) throw forbidden()
    request.signedIn = signedIn
  })
}

/** Returns the signed-in user of a request that passed the hook above. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw signedOut()
  return request.signedIn
}

/** Returns the bearer token of a request, or null. */
export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  return header !== undefined && header.length < 500 && /^bearer /i.test(header) ? header.slice(7).trim() || null : null
}

const isProtected = (route: string): boolean => route === '/v1' || route.startsWith('/v1/')

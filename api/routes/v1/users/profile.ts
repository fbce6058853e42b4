import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { Visibility } from '../../../../domain/visibility.ts';
import { type PublicProfile, type ProfileChange } from '../../../../services/users/profile.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { clearableLink, clearableText, text, Time, time } from '../../fields.ts';
import { Me, showMe } from './me.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import type { Services } from '../../../../services/index.ts';

const Profile = z.object({
  id: z.string(),
  username: z.string(),
  display_name: z.string().nullable(),
  bio: z.string().nullable(),
  website: z.string().nullable(),
  avatar_url: z.string().nullable(),
  created_at: Time,
});

const Package = z.object({
  id: z.string(),
  name: z.string(),
  ecosystem: z.string(),
  description: z.string().nullable(),
  visibility: Visibility,
  download_count: z.int(),
  created_at: Time,
});

function present({ displayName, avatarUrl, createdAt, ...same }: PublicProfile): z.infer<typeof Profile> {
  return { ...same, display_name: displayName, avatar_url: avatarUrl, created_at: time(createdAt) };
}

const Change = z.object({
  display_name: clearableText(inputLimits['display name']),
  bio: clearableText(fieldLimits.description),
  website: clearableLink(),
  avatar_url: clearableLink(),
});

function changeOf(body: z.infer<typeof Change>): ProfileChange {
  const { display_name: displayName, bio, website, avatar_url: avatarUrl } = body;
  return { displayName, bio, website, avatarUrl };
}

const params = z.object({ username: text(fieldLimits.username).min(1) });

/** Public profiles. */
export function registerProfiles(app: Routes, services: Services): void {
  app.patch(
    '/v1/users/me',
    {
      schema: {
        operationId: 'updateMe',
        tags: ['users'],
        summary: 'Change your profile; absent members stay, null or an empty text clears',
        security: [{ bearer: [] }],
        body: Change,
        response: { 200: Me },
      },
    },
    async (request) => {
      await services.users.updateOwnProfile(callerOf(request, request.actor), changeOf(request.body));
      return showMe(services, request.actor);
    },
  );

  app.patch(
    '/v1/users/:username',
    {
      schema: {
        operationId: 'updateProfile',
        tags: ['users'],
        summary: 'Change your profile by your name; another name answers 404',
        security: [{ bearer: [] }],
        params,
        body: Change,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const { username } = await services.users.updateProfileNamed(
        caller,
        request.params.username,
        changeOf(request.body),
      );
      return { message: `the profile of ${username} is changed` };
    },
  );

  app.get(
    '/v1/users/:username',
    {
      schema: {
        operationId: 'getUser',
        tags: ['users'],
        summary: 'The public profile of a person, without their address',
        params,
        response: { 200: Profile },
      },
    },
    async (request) => present(await services.users.getPublicProfile(request.params)),
  );

  app.get(
    '/v1/users/:username/packages',
    {
      schema: {
        operationId: 'listPackagesOfUser',
        tags: ['users'],
        summary: 'Packages in the repositories of a person that you may know of, by ecosystem and name',
        params,
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, packages: z.array(Package) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const found = await services.users.listPackagesOf(caller, request.params.username, page.window);
      const { shown, fields } = page.close(reply, found);
      return {
        ...fields,
        packages: shown.map(({ downloadCount, createdAt, ...same }) => ({
          ...same,
          download_count: downloadCount,
          created_at: time(createdAt),
        })),
      };
    },
  );
}

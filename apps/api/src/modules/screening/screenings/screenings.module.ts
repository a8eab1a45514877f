import { Module } from '@nestjs/common';

import { EntitiesModule } from '../../parties/entities/index.js';
import { RulesModule } from '../../rules/rules/index.js';
import { WatchlistsModule } from '../watchlists/index.js';
import { ScreeningMatchesController } from './http/screening-matches.controller.js';
import { ScreeningProfilesController } from './http/screening-profiles.controller.js';
import { ScreeningsController } from './http/screenings.controller.js';
import { releasable, ReleaseWork } from '../../casework/assignments/index.js';
import { AssignMatches, matches } from './use-cases/assign-matches.js';
import { ChangeProfiles } from './use-cases/change-profiles.js';
import { DecideMatch } from './use-cases/decide-match.js';
import { ReadMatches } from './use-cases/read-matches.js';
import { ReadProfiles } from './use-cases/read-profiles.js';
import { RestateDue } from './use-cases/restate-due.js';
import { ScreenEntities } from './use-cases/screen-entities.js';
import { ScreenNames } from './use-cases/screen-names.js';
import { SearchLists } from './use-cases/search-lists.js';
import { TryProfile } from './use-cases/try-profile.js';

/** Screenings of entities and names, their matches and the decisions about these. */
@Module({
  imports: [EntitiesModule, RulesModule, WatchlistsModule],
  controllers: [ScreeningProfilesController, ScreeningsController, ScreeningMatchesController],
  providers: [
    AssignMatches,
    ChangeProfiles,
    DecideMatch,
    ReadMatches,
    ReadProfiles,
    RestateDue,
    ScreenEntities,
    ScreenNames,
    SearchLists,
    TryProfile,
  ],
  exports: [ReadProfiles, ScreenEntities, SearchLists],
})
export class ScreeningsModule {
  constructor(work: ReleaseWork) {
    work.register(releasable(matches));
  }
}

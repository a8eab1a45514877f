import { Injectable } from '@nestjs/common';

/**
 * Whether the server is about to stop. Until it stops listening it answers every request, also on connections that were kept, and
 * asks each caller to come back on another connection, which a load balancer gives to another server.
 */
@Injectable()
export class Draining {
  private begun = false;

  get active(): boolean {
    return this.begun;
  }

  begin(): void {
    this.begun = true;
  }
}

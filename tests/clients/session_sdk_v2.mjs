// The official TypeScript SDK, version 2, in each era it knows. argv: the daemon and its arguments.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { visit } from './session.mjs';

const [command, ...args] = process.argv.slice(2);

async function connect(mode, errors) {
  const client = new Client({ name: 'session-sdk-v2', version: '1.0.0' }, { versionNegotiation: { mode } });
  client.onerror = (error) => errors.push(String(error));
  await client.connect(new StdioClientTransport({ command, args, stderr: 'inherit' }));
  return client;
}

// mode: how the client looks for the era. era: the one it must find.
async function session(name, mode, era, revision) {
  const errors = [];
  const client = await connect(mode, errors);
  assert.equal(client.getProtocolEra(), era);
  assert.equal(client.getNegotiatedProtocolVersion(), revision);
  assert.equal(client.getServerVersion().name, 'incus-mcp-server');
  await visit(client, name);
  await client.close();
  assert.deepEqual(errors, []);
}

await session('sdk-v2-legacy', 'legacy', 'legacy', '2025-11-25');
await session('sdk-v2-auto', 'auto', 'modern', '2026-07-28');
await session('sdk-v2-pinned', { pin: '2026-07-28' }, 'modern', '2026-07-28');

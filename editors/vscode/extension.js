// Starts `armorial lsp` and shows what a scenario's run has to say; everything else the server and the client settle between them.
'use strict';
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

async function activate(context) {
  const command = vscode.workspace.getConfiguration('armorial').get('path') || 'armorial';
  const output = vscode.window.createOutputChannel('Armorial scenarios');
  context.subscriptions.push(output);
  client = new LanguageClient(
    'armorial',
    'Armorial',
    { command, args: ['lsp'] },
    {
      documentSelector: [{ language: 'armorial' }],
      synchronize: {
        fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{army,variant,deck,scenario}'),
      },
      middleware: {
        executeCommand: async (name, args, next) => {
          const ran = await next(name, args);
          if (name === 'armorial.runScenario' && ran && ran.text) {
            output.appendLine(ran.text);
            output.show(true);
          }
          return ran;
        },
      },
    },
  );
  try {
    await client.start();
  } catch (why) {
    vscode.window.showErrorMessage(
      `Armorial: \`${command} lsp\` did not start (${why.message}). Set "armorial.path" to the program.`,
    );
  }
}

function deactivate() {
  return client && client.isRunning() ? client.stop() : undefined;
}

module.exports = { activate, deactivate };

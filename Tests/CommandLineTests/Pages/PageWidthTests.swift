import Testing

/// Nothing on a page runs out of it sideways, on a desk and on a phone.
@Suite(.needsBrowser) struct PageWidthTests {
  /// What a frame that shows a page measured.
  private struct Measured: Decodable {
    let page: String
    let width: Int
    /// The width of what the page shows and of what it needs.
    let client: Int
    let scroll: Int
    /// How many tables, figures and boards were looked at.
    let looked: Int
    /// Elements that end beyond the page, or that hold more than they show.
    let tooWide: [String]
  }

  @Test func tablesStayWithinThePage() throws {
    let workspace = try Workspace()
    let files = (1...3).map {
      (name: "person-\($0).csv", text: SmallRecordings(start: Double($0)).csv())
    }
    for set in ["a-data-set-with-a-long-name-at-60hz", "other"] {
      try workspace.writeDataset(set, files: files)
    }
    try workspace.nextpoint(
      "sweep", "--dataset", "a-data-set-with-a-long-name-at-60hz", "--dataset", "other",
      "--group-by", "task,participant", "--raw", "--frames-ahead", "1..3", "--predictor", "hold",
      "--predictor", "linear", "--predictor", "polynomial:degree=1..2,window=3..4",
      "--predictor", "regularise+androidx-motionprediction:tool=finger,strategy=safe|aggressive",
      "--output", "run"
    ).expect(code: 0)
    try workspace.nextpoint("report", "run").expect(code: 0)
    try workspace.nextpoint(
      "replay", "other", "--recording", "1", "--predictor", "linear", "--predictor",
      "regularise+androidx-motionprediction:tool=finger,strategy=aggressive", "--output",
      "replay.html"
    ).expect(code: 0)
    for found in try measure(["run/report.html", "replay.html"], in: workspace) {
      let place = "\(found.page) at \(found.width)"
      #expect(found.client > found.width - 30 && found.client <= found.width, "\(place)")
      #expect(found.scroll <= found.client, "\(place)")
      #expect(found.looked > 4, "\(place): only \(found.looked) elements")
      #expect(found.tooWide.isEmpty, "\(place): \(found.tooWide)")
    }
  }

  /// Shows each page in frames of 1,300 and of 400 pixels, since no window is that narrow.
  private func measure(_ pages: [String], in workspace: Workspace) throws -> [Measured] {
    let frames = pages.flatMap { page in
      [1300, 400].map { width in
        "<iframe src=\"\(page)\" data-width=\"\(width)\" "
          + "style=\"width:\(width)px;height:900px;border:0\"></iframe>"
      }
    }
    try workspace.write(
      "frames.html",
      """
      <!DOCTYPE html><body>\(frames.joined())<script>
      onload = () => {
        const found = [...document.querySelectorAll('iframe')].map((frame) => {
          const page = frame.contentDocument, root = page.documentElement, client = root.clientWidth;
          for (const box of page.querySelectorAll('details')) box.open = true;
          const looked = [...page.querySelectorAll('table,td,th,pre,dl,figcaption,canvas,svg.figure,.scroll')];
          const tooWide = looked.filter((element) => {
            const box = element.getBoundingClientRect();
            return box.width > 0 && !element.closest('thead') &&
              (box.right > client + 0.5 || box.left < -0.5 ||
                element.matches('.scroll') && element.scrollWidth > element.clientWidth);
          }).map((element) => element.tagName + ': ' + element.textContent.slice(0, 40));
          return { page: frame.getAttribute('src'), width: Number(frame.dataset.width), client,
            scroll: root.scrollWidth, looked: looked.length, tooWide: tooWide.slice(0, 6) };
        });
        document.body.dataset.found = JSON.stringify(found);
      };
      </script></body>
      """)
    // Frames of files are strangers to each other without this flag.
    let document = try HeadlessBrowser(workspace: workspace).document(
      "frames.html", flags: "--allow-file-access-from-files")
    let found: [Measured] = try HeadlessBrowser.value(of: "data-found", in: document)
    try #require(found.count == 2 * pages.count)
    return found
  }
}
